import { stopChild } from '@leadping/dev-machine/stop-process';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** A command that runs tests. What it starts ends with it, the last first, however it ends. */
export interface TestRun {
  /** For its data alone. */
  folder: string;
  onEnd: (cleanUp: () => Promise<void>) => void;
  /** Runs Node.js, the same as this one. @returns how it ended: `code 0`, or the signal. */
  runNode: (args: string[], env: NodeJS.ProcessEnv) => Promise<string>;
  /** @param code instead of what `lastly` says. */
  end: (code?: number) => Promise<never>;
}

/** @param lastly says how it went once all has ended, and with which code to exit. */
export async function openTestRun(lastly: () => number): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'leadping-test-'));
  const cleanUps: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  let running: ChildProcess | undefined;
  let isEnding = false;
  const end = async (code?: number): Promise<never> => {
    if (isEnding) return new Promise<never>(() => {});
    isEnding = true;
    if (running) await stopChild(running);
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp().catch(console.error);
    const ownCode = lastly();
    process.exit(code ?? ownCode);
  };
  process.on('SIGINT', () => void end(130));
  process.on('SIGTERM', () => void end(143));
  process.on('SIGHUP', () => void end(129));
  // Whoever started us was killed.
  process.on('disconnect', () => void end(143));
  return {
    folder,
    onEnd: (cleanUp) => void cleanUps.push(cleanUp),
    runNode: (args, env) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, args, {
          cwd: ROOT,
          stdio: 'inherit',
          env: { ...process.env, ...env },
        });
        running = child;
        child.once('error', reject);
        child.once('close', (code, signal) => resolve(signal ?? `code ${code}`));
      }),
    end,
  };
}
