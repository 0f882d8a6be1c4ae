import { watch } from 'node:fs';
import { join } from 'node:path';
import { buildPage, buildServices } from './build.ts';
import type { ServiceProcess } from './environments.ts';
import { madeOf } from './made-of.ts';
import type { Stack } from './stack.ts';

const SETTLE_MS = 200;

/** Rebuilds the owner of a saved file. A service restarts, and a page appears at the next reload. */
export async function rebuildOnChange({
  root,
  stack,
  pages,
  print,
}: {
  root: string;
  stack: Stack;
  pages: string[];
  print: (line: string) => void;
}): Promise<void> {
  const processes = Object.keys(stack.processes) as ServiceProcess[];
  const parts = new Map<string, string[]>();
  for (const name of [...processes, ...pages]) parts.set(name, await madeOf(root, name));
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const rebuild = async () => {
    const packages = new Set(changed);
    changed.clear();
    const isTouched = (name: string) => parts.get(name)?.some((part) => packages.has(part)) === true;
    const restarts = processes.filter(isTouched);
    if (restarts.length > 0) {
      await buildServices(root);
      await Promise.all(restarts.map((name) => stack.processes[name].restart()));
      print(`↻ ${restarts.join(', ')}`);
    }
    const touched = pages.filter(isTouched);
    for (const page of touched) await buildPage(root, page);
    if (touched.length > 0) {
      await stack.processes.gateway.restart();
      print(`↻ ${touched.join(', ')}`);
    }
  };

  for (const folder of new Set([...parts.values()].flat())) {
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
