/** `fetch` with a timeout that also covers reading the body. `AbortSignal.timeout` needs Chrome 103. */
export async function fetchWithin<T>(
  url: string,
  init: RequestInit,
  ms: number,
  read: (reply: Response) => T | Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), ms);
  try {
    return await read(await fetch(url, { ...init, signal: abort.signal }));
  } finally {
    clearTimeout(timer);
  }
}
