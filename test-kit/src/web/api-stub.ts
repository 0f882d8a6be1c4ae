import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: http.IncomingHttpHeaders;
  body: unknown;
}

type Reply = { status: number; body: unknown; headers?: Record<string, string> };
/** Keyed by method and path: `GET /api/pricing`. A function is asked on each call. */
export type Replies = Record<string, Reply | ((call: ReceivedCall) => Reply | Promise<Reply>)>;

export const ok = (body: unknown): Reply => ({ status: 200, body });

const NOT_FOUND: Reply = { status: 404, body: { message: 'Not found', code: 'NOT_FOUND' } };

/** The platform without a tenant and without a session. */
export const PLATFORM: Replies = {
  'GET /api/user': { status: 401, body: { message: 'Unauthorized', code: 'UNAUTHENTICATED' } },
  'GET /api/pricing': ok({ mainProduct: { dollars: 79 }, reseller: { dollars: 497 } }),
  'GET /api/tenant': NOT_FOUND,
};

async function readBody(request: http.IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) text += String(part);
  if (request.headers['content-type']?.startsWith('multipart/')) return text;
  return text === '' ? undefined : JSON.parse(text);
}

/** A server on a free port that stands in for the gateway, and keeps what it was asked. */
export async function startApi(replies: Replies) {
  const calls: ReceivedCall[] = [];
  const server = http.createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub');
    const call = {
      method: request.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: await readBody(request),
    };
    calls.push(call);
    const reply = replies[`${call.method} ${call.path}`] ?? NOT_FOUND;
    const { status, body, headers } = typeof reply === 'function' ? await reply(call) : reply;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    calls,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
