import { REMOTE_CONTRACT } from '@leadping/contracts/remote';
import { createQueryClient } from '@leadping/web-kit/api/query-client';
import { QueryClientProvider } from '@leadping/web-kit/query';
import { BrowserRouter, Route, Routes } from '@leadping/web-kit/router';
import { ShellProvider, type Shell } from '@leadping/web-kit/shell';
import { createAnalytics } from '@leadping/web-kit/telemetry/analytics';
import { reportError } from '@leadping/web-kit/telemetry/error-report';
import { createThemeStore } from '@leadping/web-kit/theme/theme-store';
import { showToast } from '@leadping/web-kit/toast/toast-store';
import { createElement, lazy, Suspense, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import storefront from '../../mfe-storefront/src/remote.tsx';

/** The storefront as one plain app: the same pages, lazily, without shell, registry or federation. */
const shell: Shell = {
  contract: REMOTE_CONTRACT,
  basePath: '',
  queryClient: createQueryClient(),
  theme: createThemeStore(),
  toast: showToast,
  analytics: createAnalytics(() => ({ name: 'plain', version: '0.0.0' })),
  reportError,
};

const routes = storefront.routes.map(({ path, load }) => {
  const Page = lazy(load as () => Promise<{ default: ComponentType }>);
  return createElement(Route, { key: path, path, element: createElement(Page) });
});

function App() {
  return createElement(
    ShellProvider,
    { value: shell },
    createElement(
      QueryClientProvider,
      { client: shell.queryClient },
      createElement(
        BrowserRouter,
        null,
        createElement(Suspense, null, createElement(Routes, null, ...routes)),
      ),
    ),
  );
}

async function show(root: HTMLElement): Promise<void> {
  // As the shell does it: the text that came with the page stays until the live page can take its place.
  await storefront.routes.find(({ path }) => path === location.pathname)?.load();
  for (const tag of document.head.querySelectorAll('title, [data-prerendered]')) tag.remove();
  createRoot(root).render(createElement(App));
}

const root = document.getElementById('root');
if (root) void show(root);
