import { ensureCompleteFolder } from '@leadping/dev-machine/complete-folder';
import { installPackage } from '@leadping/dev-machine/debian/install-package';
import { findExecutable } from '@leadping/dev-machine/find-executable';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA_FOLDER } from './root.ts';

export interface PrometheusPrograms {
  prometheus: string;
  promtool: string;
}

/**
 * Prometheus and its tool: from the environment, the PATH, or of Debian's package unpacked into a folder of ours. Installed as a package it
 * would start as a service.
 */
export async function ensurePrometheus(onProgress: (line: string) => void): Promise<PrometheusPrograms> {
  const [prometheus, promtool] = await Promise.all([
    process.env.PROMETHEUS || findExecutable('prometheus'),
    process.env.PROMTOOL || findExecutable('promtool'),
  ]);
  if (prometheus && promtool) return { prometheus, promtool };
  const engine = join(DATA_FOLDER, 'engine');
  const folder = join(engine, 'prometheus');
  await ensureCompleteFolder({
    folder,
    version: '1',
    onProgress,
    async build(emptyFolder) {
      const unpacked = join(emptyFolder, 'unpacked');
      await mkdir(unpacked);
      const request = {
        name: 'prometheus',
        suites: ['bookworm'],
        withDependencies: false,
        folder: join(engine, 'prometheus-downloads'),
        onProgress,
      };
      await installPackage(request, unpacked);
      for (const name of ['prometheus', 'promtool'])
        await rename(join(unpacked, 'usr/bin', name), join(emptyFolder, name));
      await rm(unpacked, { recursive: true });
    },
  });
  return { prometheus: join(folder, 'prometheus'), promtool: join(folder, 'promtool') };
}
