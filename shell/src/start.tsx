import { REMOTE_CONTRACT } from '@leadping/contracts/remote';
import { createQueryClient } from '@leadping/web-kit/api/query-client';
import { PAGE_DATA } from '@leadping/web-kit/page/page-data.ts';
import type { Shell } from '@leadping/web-kit/shell';
import { createAnalytics } from '@leadping/web-kit/telemetry/analytics';
import { reportError } from '@leadping/web-kit/telemetry/error-report';
import { createThemeStore } from '@leadping/web-kit/theme/theme-store';
import { showToast } from '@leadping/web-kit/toast/toast-store';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { dropPrerenderedTags, dropReplacedTags } from './page/head.ts';
import { readRelease } from './release.ts';
import { createRemoteLoader } from './remotes/load-remote.ts';
import { createPages } from './remotes/pages.ts';
import { createViews } from './remotes/views.tsx';
import { findRemoteRoute } from './routes.ts';

const release = readRelease();
const pages = createPages(createRemoteLoader(release, reportError));

/** The name of the current app: the remote that shows this path, or the shell itself. */
function appNow() {
  const name = findRemoteRoute(release, location.pathname)?.remote;
  return name ? { name, version: pages.versionOf(name) } : __APP__;
}

const analytics = createAnalytics(appNow);

/** Prefetches the page of a link that is likely to be followed. The page itself reports failures. */
function prefetch(href: string): void {
  const found = findRemoteRoute(release, href.split(/[?#]/)[0] ?? '');
  if (found) pages.load(found.remote, found.path).catch(() => undefined);
}

const shell: Shell = {
  contract: REMOTE_CONTRACT,
  basePath: '',
  queryClient: createQueryClient(),
  theme: createThemeStore(),
  toast: showToast,
  analytics,
  views: createViews(release, pages),
  prefetch,
  reportError,
};

for (const [key, reply] of PAGE_DATA) shell.queryClient.setQueryData(key, reply);

addEventListener('error', ({ error }) => reportError(error, appNow()));
addEventListener('unhandledrejection', ({ reason }) => reportError(reason, appNow()));

/** Loads the page of a prerendered document, if there is one. On failure the page itself retries and reports. */
async function loadPrerendered(root: HTMLElement): Promise<boolean> {
  const first = root.hasChildNodes() && findRemoteRoute(release, location.pathname);
  if (!first) return false;
  return pages.load(first.remote, first.path).then(
    () => true,
    () => false,
  );
}

async function show(root: HTMLElement): Promise<void> {
  const app = <App shell={shell} release={release} pages={pages} />;
  if (await loadPrerendered(root)) {
    // In a transition React yields to input and frames while it hydrates.
    startTransition(() => void hydrateRoot(root, app, { onRecoverableError: reportMismatch }));
    return;
  }
  dropPrerenderedTags();
  createRoot(root).render(app);
}

/** Reports a hydration mismatch to the page's team. React has rendered the part again. */
function reportMismatch(error: unknown): void {
  dropReplacedTags();
  reportError(error, appNow());
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
void show(root);

/** Delay of deferred work in ms, so that it does not compete with the page for bandwidth. */
const LATER = 5000;
setTimeout(async () => {
  const { startLater } = await import('./later.ts');
  startLater(analytics);
}, LATER);
