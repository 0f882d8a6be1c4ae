import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';

/** Asks a child process to end, and kills it after the timeout. */
export async function stopChild(
  child: ChildProcess,
  { signal = 'SIGTERM', withinMs = 10_000 }: { signal?: NodeJS.Signals; withinMs?: number } = {},
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const deadline = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await exited;
  clearTimeout(deadline);
}
