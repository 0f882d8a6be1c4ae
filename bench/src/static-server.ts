import fastify, { type FastifyReply } from 'fastify';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Pool } from 'undici';
import type { Benchmark } from './benchmark.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt',
  '.svg': 'image/svg+xml',
};

/** Serves a built app from memory, with brotli copies like the gateway. `/api` is forwarded to the platform. */
export async function serveApp(bench: Benchmark, folder: string, platformUrl: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const files = new Map<string, Buffer>();
  for (const name of names.filter((name) => extname(name) !== ''))
    files.set(name, await readFile(join(folder, name)));
  const platform = new Pool(platformUrl, { connections: 8, pipelining: 1 });
  const app = fastify();

  app.get('/', (_request, reply) => sendFile(reply, 'index.html').header('cache-control', 'no-store'));
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    sendFile(reply, request.params['*']).header('cache-control', 'public, max-age=31536000, immutable'),
  );
  app.all('/api/*', async (request, reply) => {
    const answer = await platform.request({ method: request.method as 'GET', path: request.url });
    return reply
      .status(answer.statusCode)
      .type('application/json')
      .send(await answer.body.text());
  });

  const sendFile = (reply: FastifyReply, name: string) => {
    const brotli = files.get(`${name}.br`);
    const content = brotli ?? files.get(name);
    if (!content) return reply.status(404).send();
    if (brotli) void reply.header('content-encoding', 'br');
    return reply.type(TYPES[extname(name)] ?? 'application/octet-stream').send(content);
  };

  bench.onEnd(async () => {
    await app.close();
    await platform.destroy();
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}
