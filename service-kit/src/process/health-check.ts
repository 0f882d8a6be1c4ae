import { withTimeout } from '../with-timeout.ts';

/** Sooner than any probe gives up: a database that is slow must not make a process look dead. */
const MAX_WAIT_MS = 500;

/**
 * A check for `/readyz` that replies at once, whatever it looks at. One that takes longer continues in the background; until
 * it ends, what the last one found holds; the first one is waited for.
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
