import type { Method } from '@leadping/contracts/route';
import { readFailure } from './api-error.ts';

export interface RequestOptions {
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal;
}

/**
 * Timeout in ms. It exceeds the gateway's timeout for every service, so that a request without a reply by then has
 * lost its connection.
 */
const MAX_WAIT_MS = 75_000;

/** Receives each failed reply before the caller and may send the request again. */
type Interceptor = (failed: Response, sendAgain: () => Promise<Response>) => Promise<Response>;

/** A DOM event, because callers and interceptors may come from different remotes that share no module. */
const FAILED = 'leadping:failed';

interface Failed {
  failed: Response;
  sendAgain: () => Promise<Response>;
  reply: Response | Promise<Response>;
}

/** Only one interceptor is active at a time. Returns a function that removes it. */
export function interceptFailures(intercept: Interceptor): () => void {
  const onFailed = (event: Event) => {
    const { detail } = event as CustomEvent<Failed>;
    detail.reply = intercept(detail.failed, detail.sendAgain);
  };
  addEventListener(FAILED, onFailed);
  return () => removeEventListener(FAILED, onFailed);
}

/** Resolves to the reply, or rejects like a lost connection if none begins in time. */
async function inTime(reply: Promise<Response>): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError('no reply')), MAX_WAIT_MS);
  });
  return Promise.race([reply, silence]).finally(() => clearTimeout(timer));
}

/**
 * Sends a request to a path of our own origin, with cookies. A `FormData` body is sent as it is, any other as
 * JSON. Throws `ApiError` on an error reply and `TypeError` without a reply. Uploads have no timeout.
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
