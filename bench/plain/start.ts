import { REMOTE_CONTRACT } from '@leadping/contracts/remote';
import { createQueryClient } from '@leadping/web-kit/api/query-client';
import { QueryClientProvider } from '@leadping/web-kit/query';
import { BrowserRouter, Route, Routes } from '@leadping/web-kit/router';
import { ShellProvider, type Shell } from '@leadping/web-kit/shell';
import { createAnalytics } from '@leadping/web-kit/telemetry/analytics';
import { reportError } from '@leadping/web-kit/telemetry/error-report';
import { createThemeStore } from '@leadping/web-kit/theme/theme-store';
import { showToast } from '@leadping/web-kit/toast/toast-store';
import { createElement, lazy, startTransition, Suspense, type ComponentType, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import storefront from '../../mfe-storefront/src/remote.tsx';

/** The storefront as one plain app: the same lazy pages without shell, registry or federation. */
const shell: Shell = {
  contract: REMOTE_CONTRACT,
  basePath: '',
  queryClient: createQueryClient(),
  theme: createThemeStore(),
  toast: showToast,
  analytics: createAnalytics(() => ({ name: 'plain', version: '0.0.0' })),
  reportError,
};

type Module = { default: ComponentType };

/** Loads every page lazily except the prerendered one, which is hydrated. */
function routesWith(path: string | undefined, page: ComponentType) {
  return storefront.routes.map((route) => {
    const element = createElement(route.path === path ? page : lazy(route.load as () => Promise<Module>));
    return createElement(Route, { key: route.path, path: route.path, element });
  });
}

function app(routes: ReactNode) {
  return createElement(
    ShellProvider,
    { value: shell },
    createElement(
      QueryClientProvider,
      { client: shell.queryClient },
      createElement(BrowserRouter, null, createElement(Suspense, null, createElement(Routes, null, routes))),
    ),
  );
}

async function show(root: HTMLElement): Promise<void> {
  const first = storefront.routes.find(({ path }) => path === location.pathname);
  if (!first) throw new Error('The plain app shows pages that were rendered in advance');
  const { default: page } = (await first.load()) as Module;
  startTransition(() => void hydrateRoot(root, app(routesWith(first.path, page))));
}

const root = document.getElementById('root');
if (root) void show(root);
