import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Terminal } from '../src/main.ts';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Surroundings {
  cwd: string;
  env: Record<string, string>;
}

/** Calls a command with its own outputs, folder and environment. */
export async function captured(
  { cwd, env }: Surroundings,
  command: (terminal: Terminal) => Promise<number>,
): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written) => ({ write: (part: string) => (written[name] += part) });
  const code = await command({
    env,
    cwd: () => cwd,
    stdout: output('stdout'),
    stderr: output('stderr'),
  });
  return { code, ...written };
}

/** Runs Node.js with these arguments. The given environment is added to ours. */
export async function runProcess(args: string[], { cwd, env }: Surroundings): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, NODE_OPTIONS: '', ...env } });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}
