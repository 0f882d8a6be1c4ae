import { watch } from 'node:fs';
import { join } from 'node:path';
import { buildPage, buildServices } from './build.ts';
import type { ServiceProcess } from './environments.ts';
import type { Stack } from './stack.ts';

const SETTLE_MS = 200;
const SHARED_BY_PAGES = new Set(['guides', 'web-kit']);

/** Builds again what a saved file belongs to: a service is restarted, a page is there at the next reload. */
export function rebuildOnChange({
  root,
  stack,
  pages,
  print,
}: {
  root: string;
  stack: Stack;
  pages: string[];
  print: (line: string) => void;
}): void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const rebuild = async () => {
    const packages = [...changed];
    changed.clear();
    const all = packages.some((name) => name === 'contracts');
    const restarts = Object.keys(stack.processes).filter(
      (name) => all || packages.includes('service-kit') || packages.includes(name),
    ) as ServiceProcess[];
    if (restarts.length > 0) {
      await buildServices(root);
      await Promise.all(restarts.map((name) => stack.processes[name].restart()));
      print(`↻ ${restarts.join(', ')}`);
    }
    const touched = pages.filter(
      (name) => all || packages.some((changed) => SHARED_BY_PAGES.has(changed)) || packages.includes(name),
    );
    for (const page of touched) await buildPage(root, page);
    if (touched.length > 0) {
      await stack.processes.gateway.restart();
      print(`↻ ${touched.join(', ')}`);
    }
  };

  const folders = [
    'contracts',
    'service-kit',
    'guides',
    'web-kit',
    ...pages,
    ...Object.keys(stack.processes),
  ];
  for (const folder of folders) {
    watch(join(root, folder, folder === 'guides' ? 'docs' : 'src'), { recursive: true }, () => {
      changed.add(folder);
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running
          .then(rebuild)
          .catch((error: unknown) => print(error instanceof Error ? error.message : String(error)));
      }, SETTLE_MS);
    });
  }
}
