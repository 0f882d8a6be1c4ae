export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface SendOptions {
  method?: string;
  json?: unknown;
  headers?: Record<string, string>;
}

/** Sends one HTTP request. `json` is sent as the body, and a JSON reply is parsed. */
export async function send(url: string, options: SendOptions = {}): Promise<Reply> {
  const reply = await fetch(url, {
    method: options.method ?? (options.json === undefined ? 'GET' : 'POST'),
    headers: {
      ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
    redirect: 'manual',
  });
  const text = await reply.text();
  const isJson = reply.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: reply.status, headers: reply.headers, body: isJson && text ? JSON.parse(text) : text };
}
