import { findExecutable } from '@leadping/dev-machine/find-executable';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { temporaryFolder } from './platform.ts';
import type { RunningProgram } from './program.ts';

export interface Nginx extends RunningProgram {
  /** Put files here to have them served under `/static/`; a `.gz` beside one is sent instead of it. */
  staticFolder: string;
}

/** nginx as one process in front of a service, with kept connections and no log; null where it is not installed. */
export async function startNginx(bench: Benchmark, upstream: string): Promise<Nginx | null> {
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
  return running && { ...running, staticFolder };
}

/** nginx as a service that replies with the same JSON to every call: it costs less than any proxy in front of it. */
export function startNginxService(bench: Benchmark, json: object): Promise<RunningProgram | null> {
  return runNginx(
    bench,
    (port) => `default_type application/json;
  server { listen 127.0.0.1:${port}; location / { return 200 '${JSON.stringify(json)}'; } }`,
  );
}

async function runNginx(bench: Benchmark, http: (port: number) => string): Promise<RunningProgram | null> {
  const program = await findExecutable('nginx');
  if (!program) return null;
  const folder = await temporaryFolder(bench);
  const port = await findFreePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; ${paths.join(' ')} keepalive_requests 1000000;
  ${http(port)}
}
`,
  );
  const running = spawn(program, ['-p', folder, '-c', config], { stdio: 'ignore' });
  bench.onEnd(async () => {
    const ended = once(running, 'exit');
    running.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    if (
      await fetch(`${url}/ready`).then(
        () => true,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, pid: running.pid ?? 0 };
}
