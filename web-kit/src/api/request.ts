import type { Method } from '@leadping/contracts/route';
import { readFailure } from './api-error.ts';

export interface RequestOptions {
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal;
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
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: body === undefined || untouched ? headers : { 'Content-Type': 'application/json', ...headers },
    body: body === undefined ? undefined : untouched ? body : JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw await readFailure(response);
  return response;
}
