import type { ServiceName } from '@leadping/contracts/services';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { stopChild } from '@leadping/dev-machine/stop-process';
import { ROOT } from '@leadping/dev-stack/root';
import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Starts Prometheus with our alerts for the processes at these ports. Alerts fire without their usual delay of
 * minutes.
 */
export async function startPrometheus(folder: string, ports: Partial<Record<ServiceName, number[]>>) {
  await mkdir(folder, { recursive: true });
  const alerts = await readFile(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8');
  const hasty = alerts.replaceAll(/^( +for:) .*$/gm, '$1 0s').replaceAll('[2m]', '[5s]');
  await writeFile(join(folder, 'alerts.yml'), hasty);
  const targets = Object.entries(ports).map(([process, all]) => ({
    targets: all.map((port) => `127.0.0.1:${port}`),
    labels: { process },
  }));
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: [{ job_name: 'leadping', static_configs: targets }],
  };
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const port = await findFreePort();
  const child = spawn(
    process.env.PROMETHEUS ?? 'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return {
    /** The names of the firing alerts. */
    firing: async (): Promise<string[]> => {
      const reply = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`);
      const { data } = (await reply.json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    },
    stop: () => stopChild(child),
  };
}
