import { containerName } from '@leadping/contracts/remote';
import type { Loadable } from './last-good.ts';
import { loadScript } from './load-script.ts';

/** What the entry file of a remote puts on the page, by the container protocol of module federation. */
interface Container {
  init(sharedParts: object): Promise<void> | void;
  get(module: './remote'): Promise<() => { default: unknown }>;
}

/** Provided by the bundler: makes ready what the shell shares, and names it. */
declare const __webpack_init_sharing__: (scope: 'default') => Promise<void>;
declare const __webpack_share_scopes__: { default: object };

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && 'init' in value && 'get' in value;
}

/** Loads a remote's entry file and hands it what the shell shares. */
export async function loadContainer(name: string, { entry, integrity }: Loadable): Promise<Container> {
  const [container] = await Promise.all([
    loadScript(entry, integrity).then(() => (globalThis as Record<string, unknown>)[containerName(name)]),
    __webpack_init_sharing__('default'),
  ]);
  if (!isContainer(container)) throw new Error(`${entry} is no remote`);
  await container.init(__webpack_share_scopes__.default);
  return container;
}
