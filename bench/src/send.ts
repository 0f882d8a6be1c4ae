import type { Pool } from 'undici';

export interface Sent {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  /** The exact body, used instead of `json`. */
  body?: string;
}

/** @throws if the reply is an error */
export async function send(pool: Pool, request: Sent): Promise<string> {
  const { status, text } = await ask(pool, request);
  if (status >= 300) throw new Error(`${request.method ?? 'GET'} ${request.path}: ${status} ${text}`);
  return text;
}

export async function sendJson<T>(pool: Pool, request: Sent): Promise<T> {
  return JSON.parse(await send(pool, request)) as T;
}

/** Reads the whole reply, so that its connection is free for the next call. */
export async function ask(
  pool: Pool,
  { method = 'GET', path, headers, json, body }: Sent,
): Promise<{ status: number; text: string }> {
  const content = json === undefined ? body : JSON.stringify(json);
  const answer = await pool.request({
    method,
    path,
    headers: { ...(content === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(content === undefined ? {} : { body: content }),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}
