import type { RouteEntry, ViewEntry } from '@leadping/contracts/release';
import type { ComponentType } from 'react';
import { tryTwice, withTimeout } from './attempts.ts';
import type { RemoteLoader } from './load-remote.ts';

export interface LoadedPage {
  Page: ComponentType;
  roles: RouteEntry['roles'];
}

/** The key of a place in a dashboard. Unlike a path it does not start with a slash. */
export const placeOf = ({ slot, slug }: Pick<ViewEntry, 'slot' | 'slug'>) => `${slot}:${slug}`;

/** The loaded pages of this tab by path or place. Loaded pages are available synchronously. */
export function createPages(remotes: RemoteLoader) {
  const loaded = new Map<string, LoadedPage>();
  return {
    find: (remote: string, at: string) => loaded.get(`${remote} ${at}`),
    async load(name: string, at: string): Promise<LoadedPage> {
      const { remote } = await remotes.load(name);
      try {
        const entry =
          remote.routes.find(({ path }) => path === at) ?? remote.views?.find((view) => placeOf(view) === at);
        if (!entry) throw new Error(`${name} has no page for ${at}`);
        const { default: Page } = await tryTwice(() => withTimeout(entry.load(), `${name} ${at}`));
        const page = { Page, roles: entry.roles };
        loaded.set(`${name} ${at}`, page);
        return page;
      } catch (error) {
        remotes.restore(name);
        throw error;
      }
    },
    versionOf: remotes.versionOf,
  };
}

export type Pages = ReturnType<typeof createPages>;
