import { run } from '@leadping/dev-machine/run';
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import type { NewRemote } from '../src/arguments.ts';
import { writeRemote } from '../src/write-remote.ts';

export const ROOT = path.join(import.meta.dirname, '../../..');

/** Folders that a remote needs from the checkout. */
const SIBLINGS = [
  'contracts',
  'guides',
  'node_modules',
  'test-kit',
  'tools',
  'web-kit',
  'tsconfig.base.json',
  'tsconfig.web.json',
];
/** Settings that depend on their folder. */
const SETTINGS = [
  '.gitignore',
  '.oxlintrc.json',
  '.prettierrc.json',
  'dev/fault-tests.json',
  'dev/jest',
  'jest.config.mjs',
  'knip.json',
];

/** Creates a checkout of this repository without remotes. */
export async function makeCheckout(): Promise<string> {
  const checkout = await mkdtemp(path.join(tmpdir(), 'checkout-'));
  for (const name of SIBLINGS) await symlink(path.join(ROOT, name), path.join(checkout, name));
  for (const name of SETTINGS)
    await cp(path.join(ROOT, name), path.join(checkout, name), { recursive: true });
  const manifest = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as object;
  const own = { ...manifest, workspaces: ['mfe-*'] };
  await writeFile(path.join(checkout, 'package.json'), JSON.stringify(own));
  return checkout;
}

const DEAD_CODE = 'npx knip --no-progress --no-config-hints --workspace "$REMOTE"';

interface Workflow {
  jobs: Record<string, { steps: { run?: string }[] }>;
}

/** The check commands of a remote's workflow, without package installation. */
export async function readChecks(workflow: string): Promise<string[]> {
  const { jobs } = parse(await readFile(workflow, 'utf8')) as Workflow;
  const commands = jobs.check?.steps.flatMap((step) => step.run ?? []) ?? [];
  return commands.filter((command) => !/^npm (install|ci)\b/.test(command));
}

/**
 * Creates a remote with the command and runs all checks of its workflow. @throws {Error} with the output of a failed
 * check
 */
export async function checkAsWritten(
  checkout: string,
  remote: NewRemote,
  env: Record<string, string> = {},
): Promise<void> {
  const files = await writeRemote(checkout, remote);
  await runCommand(`npx prettier --write ${files.join(' ')}`, checkout);
  const checks = await readChecks(path.join(ROOT, '.github/workflows/remote.yml'));
  for (const check of [...checks, DEAD_CODE])
    await runCommand(check, checkout, { REMOTE: remote.name, ...env });
}

/** Runs a command in its own shell. @throws {Error} with its output. */
export async function runCommand(command: string, folder: string, env: Record<string, string> = {}) {
  // Vite's federation plugin does nothing if it detects a test.
  const { JEST_WORKER_ID: _worker, ...outside } = process.env;
  const lines: string[] = [];
  await run('bash', ['-c', command], {
    cwd: folder,
    env: { ...outside, NODE_ENV: '', NODE_OPTIONS: '', ...env },
    onLine: (line) => lines.push(line),
  }).catch((cause: unknown) => {
    throw new Error(`${command}:\n${lines.join('\n')}`, { cause });
  });
}
