import { createServer } from 'node:http';
import { watch } from 'node:fs';
import path from 'node:path';
import { buildExtension } from './build-extension.ts';
import { readRootKey } from './root-key.ts';

const SETTLE_MS = 100;
const output = path.resolve(import.meta.dirname, '../dist');
const gatewayUrl = process.env.GATEWAY_URL ?? 'http://localhost:8080';
let version = 0;

const server = createServer((_request, reply) => {
  reply
    .writeHead(200, { 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
    .end(String(version));
});
server.listen(Number(process.env.RELOAD_PORT ?? 8092), '127.0.0.1', () => void build());

async function build(): Promise<void> {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    const reloadUrl = `http://127.0.0.1:${port}/`;
    await buildExtension({ gatewayUrl, licenseRootKey: readRootKey(), output, reloadUrl });
    version = Date.now();
    console.log(`built; load ${output} once at chrome://extensions, then it reloads by itself`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

let settling: ReturnType<typeof setTimeout> | undefined;
for (const folder of ['src', 'public']) {
  watch(path.resolve(import.meta.dirname, '..', folder), { recursive: true }, () => {
    clearTimeout(settling);
    settling = setTimeout(() => void build(), SETTLE_MS);
  });
}
