export const TIMEOUT = 10_000;

/** Fails when something takes longer than ten seconds: a remote that hangs must not hang the page. */
export function withTimeout<Value>(work: Promise<Value>, what: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took too long`)), TIMEOUT);
  });
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}

/** Tries a second time: a preload that failed poisons the first try that follows it. */
export async function tryTwice<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch {
    return work();
  }
}
