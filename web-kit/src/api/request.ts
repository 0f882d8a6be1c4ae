import type { Method } from '@leadping/contracts/route';
import { readFailure } from './api-error.ts';

export interface RequestOptions {
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal;
}

/** Sees each failed reply before the caller, and may send the request again. */
type Interceptor = (failed: Response, sendAgain: () => Promise<Response>) => Promise<Response>;

let interceptor: Interceptor | undefined;

/** One at a time, for as long as a page needs it. */
export function interceptFailures(next: Interceptor | undefined): void {
  interceptor = next;
}

/**
 * Sends a request to a path of our own origin, with cookies. A `FormData` body goes untouched, any other as JSON.
 * Throws `ApiError` on a reply that is not a success.
 */
export async function request(
  method: Method,
  path: string,
  body?: unknown,
  { headers = {}, signal }: RequestOptions = {},
): Promise<Response> {
  const untouched = body instanceof FormData;
  const send = () =>
    fetch(path, {
      method,
      credentials: 'include',
      headers: body === undefined || untouched ? headers : { 'Content-Type': 'application/json', ...headers },
      body: body === undefined ? undefined : untouched ? body : JSON.stringify(body),
      signal,
    });
  let response = await send();
  if (!response.ok && interceptor) response = await interceptor(response, send);
  if (!response.ok) throw await readFailure(response);
  return response;
}
