import type { Method } from '@leadping/contracts/route';
import { readFailure } from './api-error.ts';

export interface RequestOptions {
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal;
}

/** Longer than the gateway waits for any service: whoever has no reply by then has lost the connection, though the browser still hopes. */
const MAX_WAIT_MS = 75_000;

/** Sees each failed reply before the caller, and may send the request again. */
type Interceptor = (failed: Response, sendAgain: () => Promise<Response>) => Promise<Response>;

/** An event of the page: who calls and who sees the failures may come from two remotes, which share no module. */
const FAILED = 'leadping:failed';

interface Failed {
  failed: Response;
  sendAgain: () => Promise<Response>;
  reply: Response | Promise<Response>;
}

/** One at a time, for as long as a page needs it; returns what ends it. */
export function interceptFailures(intercept: Interceptor): () => void {
  const onFailed = (event: Event) => {
    const { detail } = event as CustomEvent<Failed>;
    detail.reply = intercept(detail.failed, detail.sendAgain);
  };
  addEventListener(FAILED, onFailed);
  return () => removeEventListener(FAILED, onFailed);
}

/** The reply, or the failure of a lost connection where none begins in time. */
async function inTime(reply: Promise<Response>): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError('no reply')), MAX_WAIT_MS);
  });
  return Promise.race([reply, silence]).finally(() => clearTimeout(timer));
}

/**
 * Sends a request to a path of our own origin, with cookies. A `FormData` body goes untouched, any other as JSON.
 * Throws `ApiError` on a reply that is not a success, `TypeError` where none comes: an upload may take as long as it takes.
 */
export async function request(
  method: Method,
  path: string,
  body?: unknown,
  { headers = {}, signal }: RequestOptions = {},
): Promise<Response> {
  const untouched = body instanceof FormData;
  const send = () => {
    const reply = fetch(path, {
      method,
      credentials: 'include',
      headers: body === undefined || untouched ? headers : { 'Content-Type': 'application/json', ...headers },
      body: body === undefined ? undefined : untouched ? body : JSON.stringify(body),
      signal,
    });
    return untouched ? reply : inTime(reply);
  };
  let response = await send();
  if (!response.ok) {
    const detail: Failed = { failed: response, sendAgain: send, reply: response };
    dispatchEvent(new CustomEvent(FAILED, { detail }));
    response = await detail.reply;
  }
  if (!response.ok) throw await readFailure(response);
  return response;
}
