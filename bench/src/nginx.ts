import { findExecutable } from '@leadping/dev-machine/find-executable';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { temporaryFolder } from './platform.ts';

export interface Nginx {
  url: string;
  pid: number;
  /** Put files here to have them served under `/static/`; a `.gz` beside one is sent instead of it. */
  staticFolder: string;
}

/** Starts nginx as one process in front of a service, with kept connections and no log; null where it is not installed. */
export async function startNginx(bench: Benchmark, upstream: string): Promise<Nginx | null> {
  const program = await findExecutable('nginx');
  if (!program) return null;
  const folder = await temporaryFolder(bench);
  const staticFolder = join(folder, 'static');
  await mkdir(staticFolder);
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
  types { text/javascript js; }
  upstream service { server ${new URL(upstream).host}; keepalive 64; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; }
    location /static/ { root ${folder}; gzip_static on; }
  }
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
  return { url, pid: running.pid ?? 0, staticFolder };
}
