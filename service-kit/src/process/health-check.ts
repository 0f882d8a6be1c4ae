import { withTimeout } from '../with-timeout.ts';

/** Shorter than the timeout of any probe, because a slow database must not make a process look dead. */
const MAX_WAIT_MS = 500;

/**
 * A check for `/readyz` that replies promptly. A slow check continues in the background, and until it ends the previous
 * result is used. Only the first check is awaited.
 */
export function promptCheck(check: () => Promise<boolean>): () => Promise<boolean> {
  let lastResult: boolean | undefined;
  let underWay: Promise<boolean> | undefined;
  const run = async () => {
    const result = await check().catch(() => false);
    underWay = undefined;
    lastResult = result;
    return result;
  };
  return async () => {
    underWay ??= run();
    if (lastResult === undefined) return underWay;
    return (await withTimeout(MAX_WAIT_MS, underWay)) ?? lastResult;
  };
}
