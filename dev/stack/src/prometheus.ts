import { takeFiles } from '@leadping/dev-machine/debian/take-files';
import { findExecutable } from '@leadping/dev-machine/find-executable';
import { join } from 'node:path';
import { DATA_FOLDER } from './root.ts';

export interface PrometheusPrograms {
  prometheus: string;
  promtool: string;
  blackboxExporter: string;
}

/**
 * Finds Prometheus, its tool and its page prober by the environment or on the PATH, or extracts them from Debian's
 * packages into our own folder.
 */
export async function ensurePrometheus(onProgress: (line: string) => void): Promise<PrometheusPrograms> {
  const [prometheus, promtool, blackboxExporter] = await Promise.all([
    process.env.PROMETHEUS || findExecutable('prometheus'),
    process.env.PROMTOOL || findExecutable('promtool'),
    process.env.BLACKBOX_EXPORTER || findExecutable('prometheus-blackbox-exporter'),
  ]);
  if (prometheus && promtool && blackboxExporter) return { prometheus, promtool, blackboxExporter };
  const folder = join(DATA_FOLDER, 'engine/prometheus');
  await takeFiles({
    folder,
    version: '4',
    packages: {
      prometheus: ['usr/bin/prometheus', 'usr/bin/promtool'],
      'prometheus-blackbox-exporter': ['usr/bin/prometheus-blackbox-exporter'],
    },
    onProgress,
  });
  return {
    prometheus: join(folder, 'prometheus'),
    promtool: join(folder, 'promtool'),
    blackboxExporter: join(folder, 'prometheus-blackbox-exporter'),
  };
}
