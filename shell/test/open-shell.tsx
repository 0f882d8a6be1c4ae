import { afterEach, jest } from '@jest/globals';
import type { Role } from '@leadping/contracts/actor';
import type { ReleaseDocument, ReleasedRemote } from '@leadping/contracts/release';
import { createQueryClient } from '@leadping/web-kit/api/query-client';
import { createAnalytics } from '@leadping/web-kit/telemetry/analytics';
import type { Shell } from '@leadping/web-kit/shell';
import { createInstance } from '@module-federation/enhanced/runtime';
import { cleanup, configure, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { showToast } from '@leadping/web-kit/toast/toast-store';
import { App } from '../src/app.tsx';
import { createRemoteLoader } from '../src/remotes/load-remote.ts';
import { createPages } from '../src/remotes/pages.ts';
import { createViews } from '../src/remotes/views.tsx';
import { serveRemotes } from './remote-files.ts';

configure({ asyncUtilTimeout: 20_000 });

export const INTEGRITY = `sha384-${'A'.repeat(64)}`;

/** The entry file of a version of a remote. */
export const entryOf = (name: string, version: string) => `/assets/${name}/${version}/remoteEntry.js`;

interface Released {
  version?: string;
  contract?: number;
  routes: string[];
  views?: ReleasedRemote['views'];
}

export function releaseOf(remotes: Record<string, Released>): ReleaseDocument {
  return {
    schema: 1,
    revision: 1,
    remotes: Object.fromEntries(
      Object.entries(remotes).map(([name, { version = '1.0.0', contract = 1, routes, views }]) => [
        name,
        {
          version,
          contract,
          entry: entryOf(name, version),
          integrity: INTEGRITY,
          preload: [],
          routes,
          ...(views ? { views } : {}),
        },
      ]),
    ),
  };
}

type PageModule = { default: ComponentType };
interface RemotePage {
  path: string;
  roles?: string[];
  load: () => Promise<PageModule>;
}

/** The exports of a working remote. */
export const exportsOf = (name: string, routes: RemotePage[]) => ({
  exports: {
    contract: 1,
    name,
    routes: routes.map((route) => ({ page: 'page', ...route })),
    navigation: [],
  },
});

export const page = (path: string, Page: ComponentType): RemotePage => ({
  path,
  load: () => Promise.resolve({ default: Page }),
});

export const userOf = (role: Role) => ({
  id: 'u1',
  username: 'ann',
  email: 'ann@example.com',
  firstName: '',
  lastName: '',
  role,
  resellerId: null,
  emailVerified: true,
  mustChangePassword: false,
  createdAt: '2026-01-01T00:00:00.000Z',
});

const closers: (() => void)[] = [];
afterEach(() => {
  cleanup();
  for (const close of closers.splice(0)) close();
  localStorage.clear();
  sessionStorage.clear();
});

const LIGHT = { choice: 'system', mode: 'light' } as const;

/** Opens a path of the site with the shell and the given files of remotes. */
export function openShell(
  path: string,
  release: ReleaseDocument,
  files: Parameters<typeof serveRemotes>[0] = {},
) {
  const server = serveRemotes(files);
  const reportError = jest.fn<Shell['reportError']>();
  const analytics = createAnalytics(() => ({ name: 'shell', version: '1.0.0' }));
  const trackPageView = jest.fn(analytics.trackPageView);
  const pages = createPages(
    createRemoteLoader(release, reportError, createInstance({ name: 'shell', remotes: [] })),
  );
  const shell: Shell = {
    contract: 1,
    basePath: '',
    queryClient: createQueryClient(),
    theme: {
      getState: () => LIGHT,
      subscribe: () => () => undefined,
      choose: () => undefined,
    },
    toast: showToast,
    analytics: { trackPageView, trackEvent: analytics.trackEvent },
    views: createViews(release, pages),
    reportError,
  };
  // React and the federation runtime log errors that a boundary catches; here they are expected.
  const muted = (['error', 'warn'] as const).map((level) =>
    jest.spyOn(console, level).mockImplementation(() => undefined),
  );
  closers.push(server.stop, () => shell.queryClient.clear(), ...muted.map((spy) => () => spy.mockRestore()));
  history.replaceState(null, '', path);
  const view = render(<App shell={shell} release={release} pages={pages} />);
  return {
    ...view,
    leave: () => (view.unmount(), server.stop()),
    loads: server.loads,
    reportError,
    trackPageView,
    shell,
    pages,
  };
}
