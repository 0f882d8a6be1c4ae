import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { stopChild } from '@leadping/dev-machine/stop-process';
import { selfSigned } from '@leadping/test-kit/certificate';
import { until } from '@leadping/test-kit/until';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ensurePrometheus } from '../src/prometheus.ts';
import { ROOT } from '../src/root.ts';

const FOLDER = join(ROOT, 'deploy/prometheus');
const DAY_SECONDS = 24 * 3600;

let folder: string;
let exporter: ChildProcess;
let exporterUrl: string;
let status = 200;
const servers: Server[] = [];
let overTls: string;
let withoutTls: string;
let withForeignCertificate: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-probe-'));
  const own = selfSigned(['localhost']);
  await writeFile(join(folder, 'known.pem'), own.cert);
  const serve = async (server: Server) => {
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `localhost:${(server.address() as AddressInfo).port}/`;
  };
  const page = createServer(own, (_, reply) => reply.writeHead(status).end('the shop'));
  overTls = `https://${await serve(page)}`;
  withoutTls = `http://${await serve(createPlainServer((_, reply) => reply.end('the shop')))}`;
  const foreign = createServer(selfSigned(['localhost']), (_, reply) => reply.end('somebody'));
  withForeignCertificate = `https://${await serve(foreign)}`;
  const { blackboxExporter } = await ensurePrometheus(console.log);
  const port = await findFreePort();
  exporterUrl = `http://127.0.0.1:${port}`;
  exporter = spawn(
    blackboxExporter,
    [`--config.file=${join(FOLDER, 'blackbox.yml')}`, `--web.listen-address=127.0.0.1:${port}`],
    {
      stdio: 'ignore',
      env: { ...process.env, SSL_CERT_FILE: join(folder, 'known.pem'), SSL_CERT_DIR: folder },
    },
  );
  await until(() =>
    fetch(`${exporterUrl}/-/healthy`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
});
afterAll(async () => {
  await stopChild(exporter);
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

/** The metrics of a probe, scraped like the job in prometheus.yml. */
async function probe(target: string): Promise<Map<string, number>> {
  const { scrape_configs } = parse(await readFile(join(FOLDER, 'prometheus.yml'), 'utf8')) as {
    scrape_configs: { job_name: string; metrics_path: string; params: { module: string[] } }[];
  };
  const job = scrape_configs.find(({ job_name }) => job_name === 'outside');
  const query = new URLSearchParams({ module: job?.params.module[0] ?? '', target });
  const text = await (await fetch(`${exporterUrl}${job?.metrics_path}?${query}`)).text();
  return new Map(
    [...text.matchAll(/^(probe_\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
  );
}

describe('the probe from outside', () => {
  it('loads a page over TLS and reports the expiry of its certificate', async () => {
    const figures = await probe(overTls);
    expect(figures.get('probe_success')).toBe(1);
    const leftDays = ((figures.get('probe_ssl_earliest_cert_expiry') ?? 0) - Date.now() / 1000) / DAY_SECONDS;
    expect(leftDays).toBeGreaterThan(29);
    expect(leftDays).toBeLessThan(31);
  });

  it('fails for a page that cannot be shown', async () => {
    status = 503;
    expect((await probe(overTls)).get('probe_success')).toBe(0);
    status = 200;
    expect((await probe(overTls)).get('probe_success')).toBe(1);
  });

  it('fails without TLS, with an untrusted certificate, and if nothing listens', async () => {
    expect((await probe(withoutTls)).get('probe_success')).toBe(0);
    expect((await probe(withForeignCertificate)).get('probe_success')).toBe(0);
    expect((await probe(`https://localhost:${await findFreePort()}/`)).get('probe_success')).toBe(0);
  });
});
