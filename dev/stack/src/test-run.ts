import { stopChild } from '@leadping/dev-machine/stop-process';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './root.ts';

/** A test command. Everything that it starts ends with it in reverse order, however it ends. */
export interface TestRun {
  /** Contains only this run's data. */
  folder: string;
  onEnd: (cleanUp: () => Promise<void>) => void;
  /**
   * Runs the current Node.js executable.
   * @param name prefix of each printed line, for concurrent programs
   * @param onLine is called with each line, if there is a name
   * @returns the exit status: `code 0`, or the signal
   */
  runNode: (
    args: string[],
    env: NodeJS.ProcessEnv,
    options?: { name?: string; cwd?: string; onLine?: (line: string) => void },
  ) => Promise<string>;
  /** @param code replaces the code from `lastly` */
  end: (code?: number) => Promise<never>;
}

/** @param lastly reports the result at the end and returns the exit code */
export async function openTestRun(lastly: () => number): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'leadping-test-'));
  const cleanUps: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  const running = new Set<ChildProcess>();
  let isEnding = false;
  const end = async (code?: number): Promise<never> => {
    if (isEnding) return new Promise<never>(() => {});
    isEnding = true;
    await Promise.all([...running].map((child) => stopChild(child)));
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp().catch(console.error);
    const ownCode = lastly();
    process.exit(code ?? ownCode);
  };
  process.on('SIGINT', () => void end(130));
  process.on('SIGTERM', () => void end(143));
  process.on('SIGHUP', () => void end(129));
  // The parent process was killed.
  process.on('disconnect', () => void end(143));
  return {
    folder,
    onEnd: (cleanUp) => void cleanUps.push(cleanUp),
    runNode: (args, env, { name, cwd = ROOT, onLine } = {}) =>
      new Promise((resolve, reject) => {
        // The run is ending, and its folder and servers with it: the caller waits for that.
        if (isEnding) return;
        const child = spawn(process.execPath, args, {
          cwd,
          stdio: name === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
          env: { ...process.env, ...env },
        });
        running.add(child);
        for (const output of [child.stdout, child.stderr]) {
          if (!output) continue;
          createInterface({ input: output }).on('line', (line) => {
            console.log(`${name} ${line}`);
            onLine?.(line);
          });
        }
        child.once('error', reject);
        child.once('close', (code, signal) => {
          running.delete(child);
          resolve(signal ?? `code ${code}`);
        });
      }),
    end,
  };
}
