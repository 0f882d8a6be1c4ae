import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = join(import.meta.dirname, '../..');

/** Runs a command like its script in `package.json`. */
async function run(file: string, args: string[]) {
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', file, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

describe('a long-running command', () => {
  it.each([
    ['bench/run.ts', 'npm run bench'],
    ['e2e/overload.ts', 'npm run overload'],
    ['e2e/soak.ts', 'npm run soak'],
    ['e2e/faults.ts', 'npm run faults'],
    ['e2e/capacity.ts', 'npm run capacity'],
    ['e2e/drill.ts', 'npm run drill'],
    ['e2e/rotate-keys.ts', 'npm run drill:keys'],
    ['e2e/record-events.ts', 'npm run events:record'],
  ])('%s says what it takes, and starts nothing', async (file, command) => {
    const help = await run(file, ['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(new RegExp(`^${command}\\b`));
  });

  it.each([
    ['bench/run.ts', ['nothing'], /^There is no benchmark nothing\. There are: events, .*\. See --help\.\n$/],
    ['bench/run.ts', ['--wrong'], "Unknown option '--wrong'. See --help.\n"],
    ['e2e/drill.ts', ['--wrong'], "Unknown option '--wrong'. See --help.\n"],
    ['e2e/soak.ts', ['--minutes', 'an hour'], '--minutes takes a number, not "an hour". See --help.\n'],
    ['e2e/soak.ts', ['--rate'], "Option '--rate <value>' argument missing. See --help.\n"],
  ])('%s does not start with %j', async (file, args, message) => {
    const ended = await run(file, args);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(message);
  });
});
