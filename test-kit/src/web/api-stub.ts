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

/** Replies by method and path: `GET /api/pricing`. A function is called for each request. */
export type Replies = Record<string, Reply | ((call: ReceivedCall) => Reply | Promise<Reply>)>;

const NOT_FOUND: Reply = { status: 404, body: { message: 'Not found' } };

/** The platform's replies without a tenant and without a session. */
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
 * An HTTP server on a free port that replaces the gateway and records its calls. It sends only replies that the
 * contracts allow. Any other reply fails the test, immediately or when the server is closed.
 */
export async function startApi(replies: Replies) {
  for (const [route, reply] of Object.entries(replies)) {
    if (typeof reply !== 'function') parseReply(route, reply);
  }
  const calls: ReceivedCall[] = [];
  const departures: string[] = [];
  // The server keeps idle connections open, because a slow page may be sending on one.
  const server = http.createServer({ keepAliveTimeout: 0 }, async (request, response) => {
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
    // Sends no reason phrase, like HTTP/2, so that pages cannot rely on it.
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
