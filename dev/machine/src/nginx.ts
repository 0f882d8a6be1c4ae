import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { takeFiles } from './debian/take-files.ts';
import { findExecutable } from './find-executable.ts';
import { stopChild } from './stop-process.ts';

const FOLDER = join(import.meta.dirname, '../../../.data/engine/nginx');

interface NginxProgram {
  program: string;
  /** The environment for starting it. */
  env: NodeJS.ProcessEnv;
}

/** Finds nginx on the PATH, or installs it from Debian's packages in our own folder. */
export async function ensureNginx(onProgress: (line: string) => void): Promise<NginxProgram> {
  const program = await findExecutable('nginx');
  if (program) return { program, env: process.env };
  await takeFiles({
    folder: FOLDER,
    version: '2',
    packages: {
      nginx: ['usr/sbin/nginx'],
      libssl3: ['usr/lib/*/libssl.so.3', 'usr/lib/*/libcrypto.so.3'],
      'libpcre2-8-0': ['usr/lib/*/libpcre2-8.so.0'],
    },
    onProgress,
  });
  return { program: join(FOLDER, 'nginx'), env: { ...process.env, LD_LIBRARY_PATH: FOLDER } };
}

export interface Nginx {
  pid: number;
  stop: () => Promise<void>;
}

/**
 * Starts nginx as one process without an access log. Resolves once it listens.
 * @param http the content of its `http` block
 * @param port one of its ports at 127.0.0.1
 */
export async function startNginx(http: string, port: number): Promise<Nginx> {
  const { program, env } = await ensureNginx(console.log);
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off; master_process off; pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off; ${paths.join(' ')}
  ${http}
}
`,
  );
  const nginx = spawn(program, ['-e', 'stderr', '-p', folder, '-c', config], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  let said = '';
  nginx.stderr.on('data', (text) => (said += text));
  const stop = async () => {
    await stopChild(nginx);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await once(nginx, 'spawn');
    while (!(await isOpen(port))) {
      if (nginx.exitCode !== null || nginx.signalCode !== null) throw new Error(`nginx ended: ${said}`);
      await pause(20);
    }
    return { pid: nginx.pid ?? 0, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
