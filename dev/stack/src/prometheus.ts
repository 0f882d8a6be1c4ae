import { ensureCompleteFolder } from '@leadping/dev-machine/complete-folder';
import { installPackage } from '@leadping/dev-machine/debian/install-package';
import { findExecutable } from '@leadping/dev-machine/find-executable';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA_FOLDER } from './root.ts';

export interface PrometheusPrograms {
  prometheus: string;
  promtool: string;
  blackboxExporter: string;
}

/** What we take of each of Debian's packages. */
const PROGRAMS = {
  prometheus: ['prometheus', 'promtool'],
  'prometheus-blackbox-exporter': ['prometheus-blackbox-exporter'],
};

/**
 * Prometheus, its tool and what it probes pages with: from the environment, the PATH, or of Debian's packages unpacked into a folder of
 * ours. Installed as packages they would start as services.
 */
export async function ensurePrometheus(onProgress: (line: string) => void): Promise<PrometheusPrograms> {
  const [prometheus, promtool, blackboxExporter] = await Promise.all([
    process.env.PROMETHEUS || findExecutable('prometheus'),
    process.env.PROMTOOL || findExecutable('promtool'),
    process.env.BLACKBOX_EXPORTER || findExecutable('prometheus-blackbox-exporter'),
  ]);
  if (prometheus && promtool && blackboxExporter) return { prometheus, promtool, blackboxExporter };
  const engine = join(DATA_FOLDER, 'engine');
  const folder = join(engine, 'prometheus');
  await ensureCompleteFolder({
    folder,
    version: '2',
    onProgress,
    async build(emptyFolder) {
      for (const [name, programs] of Object.entries(PROGRAMS)) {
        const unpacked = join(emptyFolder, 'unpacked');
        await mkdir(unpacked);
        const request = {
          name,
          suites: ['bookworm'],
          withDependencies: false,
          folder: join(engine, 'prometheus-downloads'),
          onProgress,
        };
        await installPackage(request, unpacked);
        for (const program of programs)
          await rename(join(unpacked, 'usr/bin', program), join(emptyFolder, program));
        await rm(unpacked, { recursive: true });
      }
    },
  });
  return {
    prometheus: join(folder, 'prometheus'),
    promtool: join(folder, 'promtool'),
    blackboxExporter: join(folder, 'prometheus-blackbox-exporter'),
  };
}
