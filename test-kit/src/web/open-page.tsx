import { afterEach, jest } from '@jest/globals';
import { findPattern } from '@leadping/contracts/route-match';
import { createQueryClient } from '@leadping/web-kit/api/query-client';
import { QueryClientProvider } from '@leadping/web-kit/query';
import { BrowserRouter, Route, Routes } from '@leadping/web-kit/router';
import { type Shell, ShellProvider } from '@leadping/web-kit/shell';
import { cleanup, configure, render } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import type { ContributedView, Remote, ToastInput } from '@leadping/contracts/remote';
import { PLATFORM, type Replies, startApi } from './api-stub.ts';
import { setUpUser } from './set-up-user.ts';

/** A wait ends with its condition. The limit is for slow machines. */
configure({ asyncUtilTimeout: 20_000 });

const closers: (() => unknown)[] = [];

afterEach(async () => {
  cleanup();
  for (const close of closers.splice(0)) await close();
  sessionStorage.clear();
});

/** The views of other remotes by slot. */
type Views = Record<string, ContributedView<ComponentType>[]>;

const LIGHT = { choice: 'system', mode: 'light' } as const;

function createShell(views: Views) {
  const toasts: ToastInput[] = [];
  const trackEvent = jest.fn<Shell['analytics']['trackEvent']>();
  const shell: Shell = {
    contract: 1,
    basePath: '',
    queryClient: createQueryClient(),
    theme: {
      getState: () => LIGHT,
      subscribe: () => () => undefined,
      choose: () => undefined,
    },
    toast: (toast) => {
      toasts.push(toast);
      return { dismiss: () => undefined };
    },
    analytics: { trackPageView: () => undefined, trackEvent },
    views: (slot) => views[slot] ?? [],
    reportError: (error) => {
      throw error;
    },
  };
  return { shell, trackEvent, toasts };
}

async function openAt(
  path: string,
  replies: Replies,
  element: (shell: Shell) => Promise<ReactNode>,
  views: Views = {},
) {
  const api = await startApi({ ...PLATFORM, ...replies });
  const overHttp = globalThis.fetch;
  globalThis.fetch = (input, init) => overHttp(new URL(String(input), api.origin), init);
  const { shell, trackEvent, toasts } = createShell(views);
  closers.push(
    () => shell.queryClient.clear(),
    api.close,
    () => {
      globalThis.fetch = overHttp;
    },
  );
  history.replaceState(null, '', path);
  const content = await element(shell);
  const view = render(
    <ShellProvider value={shell}>
      <QueryClientProvider client={shell.queryClient}>
        <BrowserRouter>{content}</BrowserRouter>
      </QueryClientProvider>
    </ShellProvider>,
  );
  return { ...view, api, trackEvent, toasts, queryClient: shell.queryClient, user: setUpUser() };
}

/** Opens a path of a remote as a visitor who is not signed in. `replies` override the server's replies. */
export function openPage(
  remote: Remote<ComponentType>,
  path: string,
  replies: Replies = {},
  views: Views = {},
) {
  const element = async () => {
    const route = findPattern(remote.routes, new URL(path, location.origin).pathname, (entry) => entry.path);
    if (!route) throw new Error(`${remote.name} has no page at ${path}`);
    const { default: Page } = await route.load();
    return (
      <Routes>
        <Route caseSensitive path={route.path} element={<Page />} />
        <Route path="*" element={null} />
      </Routes>
    );
  };
  return openAt(path, replies, element, views);
}

/** Opens a remote's dashboard view alone, at an address of the dashboard. */
export function openView(remote: Remote<ComponentType>, path: string, replies: Replies = {}) {
  const [, slot, slug] = new URL(path, location.origin).pathname.split('/');
  return openAt(path, replies, async () => {
    const view = remote.views?.find((entry) => entry.slot === slot && entry.slug === slug);
    if (!view) throw new Error(`${remote.name} has no view at ${path}`);
    const { default: View } = await view.load();
    return (
      <Routes>
        <Route caseSensitive path={`/${slot}/${slug}`} element={<View />} />
        <Route path="*" element={null} />
      </Routes>
    );
  });
}

export function openPart(part: ReactNode, replies: Replies = {}) {
  return openAt('/', replies, async () => part);
}
