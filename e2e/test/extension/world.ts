import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { selfSigned } from '@leadping/test-kit/certificate';

/** A request received by a webhook. */
export interface Received {
  host: string;
  path: string;
  key: string | undefined;
  type: string | undefined;
  body: Record<string, unknown>;
}

export type Receiver = (request: IncomingMessage, reply: ServerResponse) => void;

export interface World {
  received: Received[];
  receivedAt: (path: string) => Received[];
  /** Sets how a path of the webhooks replies. Default 200. */
  answer: (path: string, receiver: Receiver) => void;
  /** Simulates a lost network: webhooks refuse connections. */
  unplug: () => Promise<void>;
  plug: () => Promise<void>;
  /** Paths that were requested from the networking site. */
  visited: string[];
  /** Sets the HTML of a path of the networking site. */
  show: (path: string, html: string) => void;
  /** Browser arguments that map the real host names to this world. */
  browserArguments: string[];
  close: () => Promise<void>;
}

export const HOOKS = 'hooks.example.com';
export const OTHER_HOOKS = 'crm.example.org';
export const SITE = 'https://www.linkedin.com';

/** CORS headers of a receiver that any page may call. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': 'retry-after',
};

/** As strict as the real site's policy. Its pages change only by script. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types site";
const SITE_SCRIPT = `
const policy = trustedTypes.createPolicy('site', { createHTML: (html) => html });
window.draw = (html) => {
  const page = new DOMParser().parseFromString(policy.createHTML(html), 'text/html');
  document.title = page.title;
  document.querySelector('main').replaceWith(document.adoptNode(page.querySelector('main')));
};
window.go = (path) => history.pushState({}, '', path);
`;

/** Serves the networking site and the webhooks on free ports, with TLS and their public names. */
export async function startWorld(options: { hasCors?: boolean } = {}): Promise<World> {
  const tls = selfSigned(['www.linkedin.com', HOOKS, OTHER_HOOKS]);
  const received: Received[] = [];
  const visited: string[] = [];
  const receivers = new Map<string, Receiver>();
  const pages = new Map<string, string>();

  const site = https.createServer(tls, (request, reply) => {
    const path = new URL(request.url ?? '/', SITE).pathname;
    visited.push(path);
    if (path === '/site.js') {
      reply.writeHead(200, { 'content-type': 'text/javascript' }).end(SITE_SCRIPT);
      return;
    }
    const html = pages.get(path) ?? '<!doctype html><title>Feed | LinkedIn</title><main><h1>Feed</h1></main>';
    reply
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY })
      .end(`${html}<script src="/site.js"></script>`);
  });
  const hooks = https.createServer(tls, (request, reply) => {
    const path = request.url ?? '/';
    if (options.hasCors) {
      for (const [name, value] of Object.entries(CORS)) reply.setHeader(name, value);
      if (request.method === 'OPTIONS') {
        reply.writeHead(204).end();
        return;
      }
    }
    const receive = async () => {
      const text = await readText(request);
      if (request.method === 'POST') {
        const { host = '' } = request.headers;
        const key = request.headers['idempotency-key'];
        received.push({
          host,
          path,
          key: typeof key === 'string' ? key : undefined,
          type: request.headers['content-type'],
          body: JSON.parse(text) as Record<string, unknown>,
        });
      }
      const receiver = receivers.get(path);
      if (receiver) receiver(request, reply);
      else reply.writeHead(200).end('ok');
    };
    receive().catch(() => reply.destroy());
  });
  const sitePort = await listen(site);
  const hooksPort = await listen(hooks);
  return {
    received,
    receivedAt: (path) => received.filter((one) => one.path === path),
    unplug: () => close(hooks),
    plug: async () => {
      await listen(hooks, hooksPort);
    },
    visited,
    answer: (path, receiver) => receivers.set(path, receiver),
    show: (path, html) => pages.set(path, html),
    browserArguments: [
      '--ignore-certificate-errors',
      `--host-resolver-rules=${[
        `MAP www.linkedin.com 127.0.0.1:${sitePort}`,
        `MAP ${HOOKS} 127.0.0.1:${hooksPort}`,
        `MAP ${OTHER_HOOKS} 127.0.0.1:${hooksPort}`,
      ].join(', ')}`,
    ],
    close: async () => {
      for (const server of [site, hooks]) await close(server);
    },
  };
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
