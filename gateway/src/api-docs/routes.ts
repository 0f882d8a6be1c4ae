import { openApiOf } from '@leadping/contracts/openapi';
import type { Route } from '@leadping/contracts/route';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { chooseEncoding } from '../http/encodings.ts';
import { API_PAGE } from './page.ts';
import { openViewer } from './viewer.ts';

/** The reference viewer adds its styles at runtime. It loads nothing from other origins. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The API page is generated from the contracts, so it describes what the gateway enforces. */
export function registerApiDocs(app: FastifyInstance, routes: readonly Route[], publicUrl: string): void {
  // Generated on first request, because it is large and most instances never serve it.
  let document: string | undefined;
  const viewer = openViewer();

  const sendPage = (reply: FastifyReply) =>
    reply.header('content-security-policy', CSP).type('text/html; charset=utf-8').send(API_PAGE);
  app.get('/api/docs', (_request, reply) => sendPage(reply));
  app.get('/api/docs/', (_request, reply) => sendPage(reply));
  app.get('/api/docs/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiOf(routes, publicUrl));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.get('/api/docs/reference.js', async (request, reply) => {
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    return reply
      .header('cache-control', 'public, max-age=86400')
      .header('vary', 'accept-encoding')
      .type('text/javascript; charset=utf-8')
      .send(await viewer(encoding));
  });
}
