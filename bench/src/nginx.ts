import { findFreePort } from '@leadping/dev-machine/free-port';
import { startNginx as start } from '@leadping/dev-machine/nginx';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { temporaryFolder } from './platform.ts';
import type { RunningProgram } from './program.ts';

export interface Nginx extends RunningProgram {
  /** Files in this folder are served under `/static/`. A `.gz` file beside one is sent instead of it. */
  staticFolder: string;
}

/** nginx as one process in front of a service, with keep-alive connections and no log. */
export async function startNginx(bench: Benchmark, upstream: string): Promise<Nginx> {
  const staticRoot = await temporaryFolder(bench);
  const staticFolder = join(staticRoot, 'static');
  await mkdir(staticFolder);
  const running = await runNginx(
    bench,
    (port) => `types { text/javascript js; }
  upstream service { server ${new URL(upstream).host}; keepalive 64; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; }
    location /static/ { root ${staticRoot}; gzip_static on; }
  }`,
  );
  return { ...running, staticFolder };
}

/** nginx as a service that replies with the same JSON to every call. It costs less than any proxy in front of it. */
export function startNginxService(bench: Benchmark, json: object): Promise<RunningProgram> {
  return runNginx(
    bench,
    (port) => `default_type application/json;
  server { listen 127.0.0.1:${port}; location / { return 200 '${JSON.stringify(json)}'; } }`,
  );
}

async function runNginx(bench: Benchmark, http: (port: number) => string): Promise<RunningProgram> {
  const port = await findFreePort();
  const nginx = await start(`keepalive_requests 1000000; ${http(port)}`, port);
  bench.onEnd(nginx.stop);
  return { url: `http://127.0.0.1:${port}`, pid: nginx.pid };
}
