import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { ok, parseReply, type Reply } from './contract-reply.ts';

export { failing, offContract, ok } from './contract-reply.ts';

export interface ReceivedCall {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: http.IncomingHttpHeaders;
  body: unknown;
}

/** Keyed by method and path: `GET /api/pricing`. A function is asked on each call. */
export type Replies = Record<string, Reply | ((call: ReceivedCall) => Reply | Promise<Reply>)>;

const NOT_FOUND: Reply = { status: 404, body: { message: 'Not found' } };

/** The platform without a tenant and without a session. */
export const PLATFORM: Replies = {
  'GET /api/user': { status: 401, body: { message: 'Unauthorized' } },
  'GET /api/pricing': ok({ mainProduct: { dollars: 79 }, reseller: { dollars: 497 } }),
  'GET /api/tenant': NOT_FOUND,
};

async function readBody(request: http.IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) text += String(part);
  if (request.headers['content-type']?.startsWith('multipart/')) return text;
  return text === '' ? undefined : JSON.parse(text);
}

/**
 * A server on a free port in place of the gateway, which keeps the calls it gets. It sends what the contracts allow and
 * nothing else: a reply that departs from its contract fails the test, at once or when the server is closed.
 */
export async function startApi(replies: Replies) {
  for (const [route, reply] of Object.entries(replies)) {
    if (typeof reply !== 'function') parseReply(route, reply);
  }
  const calls: ReceivedCall[] = [];
  const departures: string[] = [];
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
    const route = `${call.method} ${call.path}`;
    const reply = replies[route] ?? NOT_FOUND;
    const { status, body, headers } = await Promise.resolve(typeof reply === 'function' ? reply(call) : reply)
      .then((sent) => parseReply(route, sent))
      .catch((error: Error) => {
        departures.push(error.message);
        return { status: 500, body: { message: error.message }, headers: {} };
      });
    // No reason phrase, as over HTTP/2: a page cannot rely on it.
    response
      .writeHead(status, '', { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    calls,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (departures.length > 0) throw new Error(departures.join('\n'));
    },
  };
}
