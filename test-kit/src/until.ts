/** Poll intervals in ms. Long waits poll less often, because polling slows down the awaited work. */
const EVERY_MS = { soon: 20, later: 100 };

/** Resolves once `condition` is true, and fails after `seconds`. An error of `condition` ends the wait. */
export async function until(condition: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  await poll(condition, { what: String(condition), seconds });
}

/**
 * Resolves to the result of `find`. An error counts as no result, because the target may be starting or briefly
 * unavailable.
 * @param what names the awaited object in the failure message
 */
export async function untilFound<T>(
  what: string,
  find: () => Promise<T | undefined | false>,
  seconds = 60,
): Promise<T> {
  let last: unknown;
  const found = await poll(
    () =>
      find().catch((error: unknown) => {
        last = error;
        return undefined;
      }),
    { what, seconds, cause: () => last },
  );
  return found as T;
}

async function poll<T>(
  find: () => T | Promise<T>,
  options: { what: string; seconds: number; cause?: () => unknown },
): Promise<T> {
  const begin = Date.now();
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    const takenMs = Date.now() - begin;
    if (takenMs > options.seconds * 1000) {
      throw new Error(`not within ${options.seconds} s: ${options.what}`, { cause: options.cause?.() });
    }
    await new Promise((resolve) => setTimeout(resolve, takenMs < 1000 ? EVERY_MS.soon : EVERY_MS.later));
  }
}
