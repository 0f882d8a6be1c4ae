import type { BuildManifest } from '@leadping/contracts/release';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ReleaseFailure } from './failures.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * Serves the listed files of a build to this machine only, under their production paths. Pages of any site may load
 * them, because hashes protect their content.
 */
export async function serveBuild(
  folder: string,
  build: BuildManifest,
  port: number,
): Promise<{ address: string; close: () => void }> {
  const prefix = `/assets/${build.name}/${build.version}/`;
  const files = new Set(build.files.map(({ path: file }) => file));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = pathname.startsWith(prefix) ? pathname.slice(prefix.length) : '';
    response.setHeader('access-control-allow-origin', '*');
    // Required for requests from a public site: https://wicg.github.io/private-network-access/
    response.setHeader('access-control-allow-private-network', 'true');
    response.setHeader('cache-control', 'no-store');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (!files.has(file)) return void response.writeHead(404).end();
    readFile(path.join(folder, 'dist', file)).then(
      (content) => {
        const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type }).end(content);
      },
      () => response.writeHead(404).end(),
    );
    return undefined;
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ReleaseFailure(
      'PORT_IN_USE',
      `Port ${port} is in use on this machine. Choose another one: --port 0`,
    );
  });
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
