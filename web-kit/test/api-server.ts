import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  method: string;
  url: string;
  contentType: string;
  body: string;
}

interface Reply {
  status?: number;
  /** A string is sent unchanged, anything else as JSON. */
  body?: unknown;
}

async function readText(request: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

/** A server on a free port that replies with `answer` and records its calls. */
async function startServer(answer: (call: ReceivedCall) => Reply) {
  const calls: ReceivedCall[] = [];
  // Never closes an idle connection, because a slow page could be sending on it.
  const server = http.createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const call = {
      method: request.method ?? '',
      url: request.url ?? '',
      contentType: request.headers['content-type'] ?? '',
      body: await readText(request),
    };
    calls.push(call);
    const { status = 200, body } = answer(call);
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body ?? null));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { calls, origin: `http://127.0.0.1:${port}`, close };
}

/**
 * The arguments of `fetch`. They show the credentials mode, which jsdom cannot show on the wire because it has no
 * cookie jar.
 */
export interface Sent {
  path: string;
  init: RequestInit | undefined;
}

/** Answers the page's calls over real HTTP. Paths of our own origin reach the server. `close` restores `fetch`. */
export async function serveApi(answer: (call: ReceivedCall) => Reply) {
  const { calls, origin, close } = await startServer(answer);
  const overHttp = globalThis.fetch;
  const sent: Sent[] = [];
  globalThis.fetch = (input, init) => {
    sent.push({ path: String(input), init });
    return overHttp(new URL(String(input), origin), init);
  };
  return {
    calls,
    sent,
    async close() {
      globalThis.fetch = overHttp;
      await close();
    },
  };
}
