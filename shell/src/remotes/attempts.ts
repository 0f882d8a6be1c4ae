export const TIMEOUT = 10_000;

/** Rejects after ten seconds, so that a hanging remote does not block the page. */
export function withTimeout<Value>(work: Promise<Value>, what: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took too long`)), TIMEOUT);
  });
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}

/** Tries twice, because a failed preload also fails the first load after it. */
export async function tryTwice<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch {
    return work();
  }
}
