import { join } from 'node:path';
import { createApt } from './apt.ts';
import { findDebianMirrors } from './mirrors.ts';

export interface PackageRequest {
  name: string;
  /** Debian suites to search. The first one with the package wins. */
  suites: string[];
  withDependencies: boolean;
  /** Stores the lists and archives. An interrupted download continues from there. */
  folder: string;
  onProgress(line: string): void;
}

/** Translates apt's output: the summary once, then one line for each archive. */
function progressOf(name: string, onProgress: (line: string) => void): (line: string) => void {
  let total = '';
  let size = '';
  let lastPrinted = 0;
  return (line) => {
    total = /\b(\d+) newly installed/.exec(line)?.[1] ?? total;
    size = /^Need to get (.+?) of archives/.exec(line)?.[1] ?? size;
    const number = Number(/^Get:(\d+) /.exec(line)?.[1] ?? 0);
    if (!total || number < lastPrinted + 20) return;
    lastPrinted = number;
    onProgress(`${name}: downloaded ${number} of ${total} packages (${size} in all)`);
  };
}

/**
 * Downloads a package, optionally with its dependencies, and returns the folder of `.deb` files. apt verifies the
 * signature of the lists and the hash of every archive.
 */
export async function downloadPackages(request: PackageRequest): Promise<string> {
  const { name, suites, withDependencies, folder, onProgress } = request;
  const failures: string[] = [];
  for (const suite of suites) {
    for (const mirror of await findDebianMirrors()) {
      try {
        onProgress(`${name}: asking ${mirror} for ${suite}`);
        const apt = await createApt(join(folder, suite), mirror, suite);
        await apt.run(['update']);
        const download = withDependencies ? ['--download-only', 'install', name] : ['download', name];
        await apt.run(download, progressOf(name, onProgress));
        return apt.archives;
      } catch (error) {
        failures.push(`${mirror} ${suite}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  if (failures.length === 0) failures.push('the apt sources of this machine name no mirror of Debian');
  throw new Error(`Debian's package ${name} cannot be had:\n${failures.join('\n')}`);
}
