import type { RouteEntry } from '@leadping/contracts/release';
import type { ComponentType } from 'react';
import { tryTwice, withTimeout } from './attempts.ts';
import type { RemoteLoader } from './load-remote.ts';

/** A page of a remote, and who may see it. */
export interface LoadedPage {
  Page: ComponentType;
  roles: RouteEntry['roles'];
}

/** The pages of this tab. What has been loaded is at hand without a wait. */
export function createPages(remotes: RemoteLoader) {
  const loaded = new Map<string, LoadedPage>();
  return {
    find: (remote: string, path: string) => loaded.get(remote + path),
    async load(name: string, path: string): Promise<LoadedPage> {
      const { remote } = await remotes.load(name);
      const route = remote.routes.find((entry) => entry.path === path);
      if (!route) throw new Error(`${name} has no page for ${path}`);
      const { default: Page } = await tryTwice(() => withTimeout(route.load(), `${name}${path}`));
      const page = { Page, roles: route.roles };
      loaded.set(name + path, page);
      return page;
    },
    versionOf: remotes.versionOf,
  };
}

export type Pages = ReturnType<typeof createPages>;
