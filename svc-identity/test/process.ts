import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '@leadping/test-kit/until';

const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const folder = join(import.meta.dirname, '..');

export interface RunningProgram {
  /** All that it has printed so far, on both outputs. */
  output: () => string;
  /** Resolves with the address once it listens. */
  address: () => Promise<string>;
  /** Resolves with the exit code once it has ended by itself. */
  ended: () => Promise<number | null>;
  stop: () => Promise<void>;
}

/** Runs a program of this service as a process of its own, with exactly this environment. */
export function runProgram(
  program:
    | 'server.ts'
    | 'commands/create-user.ts'
    | 'commands/end-sessions.ts'
    | 'commands/end-staff-account.ts'
    | 'commands/reset-second-factors.ts',
  environment: Record<string, string | undefined>,
  parameters: string[] = [],
): RunningProgram {
  const args = ['--import', loader, '--conditions=source', join(folder, 'src', program), ...parameters];
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exit = once(child, 'close') as Promise<[number | null]>;

  return {
    output: () => output,
    address: async () => {
      const printed = () => /"address":"(http:[^"]+)"/.exec(output)?.[1];
      await until(() => printed() !== undefined || child.exitCode !== null, 60);
      const address = printed();
      if (address === undefined) throw new Error(`${program} ended: ${output}`);
      return address;
    },
    ended: async () => (await exit)[0],
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}
