import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { tryTwice, withTimeout } from './attempts.ts';

type LoadEntry = NonNullable<ModuleFederationRuntimePlugin['loadEntry']>;
type Container = Extract<Awaited<ReturnType<LoadEntry>>, object>;

function isContainer(value: object): value is Container {
  return 'init' in value && 'get' in value;
}

/**
 * Loads an entry that is an ES module. `import()` accepts no hash, and some browsers ignore hashes in the import
 * map. The file is therefore fetched by its hash first, and the import finds it in the cache.
 */
export function loadModule(entry: string, integrity = ''): Promise<Container> {
  return tryTwice(async () => {
    const reply = await withTimeout(fetch(entry, { integrity }), entry);
    if (!reply.ok) throw new Error(`${entry}: ${reply.status}`);
    const container = (await withTimeout(import(/* webpackIgnore: true */ entry), entry)) as object;
    if (!isContainer(container)) throw new Error(`${entry} is no remote`);
    return container;
  });
}
