import { PRERENDERED_TAG } from '@leadping/contracts/gateway/page';
import { REMOTE_CONTRACT } from '@leadping/contracts/remote';
import { createQueryClient } from '@leadping/web-kit/api/query-client';
import type { Shell } from '@leadping/web-kit/shell';
import { createAnalytics } from '@leadping/web-kit/telemetry/analytics';
import { reportError } from '@leadping/web-kit/telemetry/error-report';
import { createThemeStore } from '@leadping/web-kit/theme/theme-store';
import { showToast } from '@leadping/web-kit/toast/toast-store';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { readRelease } from './release.ts';
import { createRemoteLoader } from './remotes/load-remote.ts';
import { createPages } from './remotes/pages.ts';
import { createViews } from './remotes/views.tsx';
import { findRemoteRoute } from './routes.ts';

const release = readRelease();
const pages = createPages(createRemoteLoader(release, reportError));

/** The app on screen: the remote that shows this path, or the shell itself. */
function appNow() {
  const name = findRemoteRoute(release, location.pathname)?.remote;
  return name ? { name, version: pages.versionOf(name) } : __APP__;
}

const analytics = createAnalytics(appNow);

const shell: Shell = {
  contract: REMOTE_CONTRACT,
  basePath: '',
  queryClient: createQueryClient(),
  theme: createThemeStore(),
  toast: showToast,
  analytics,
  views: createViews(release, pages),
  reportError,
};

addEventListener('error', ({ error }) => reportError(error, appNow()));
addEventListener('unhandledrejection', ({ reason }) => reportError(reason, appNow()));

async function show(root: HTMLElement): Promise<void> {
  // A page that came with its text keeps it on screen until the live one can take its place.
  const first = root.hasChildNodes() && findRemoteRoute(release, location.pathname);
  // A failure is for the page itself to show: it tries again.
  if (first) await pages.load(first.remote, first.path).catch(() => undefined);
  // The live page brings a title and tags of its own; of two titles the first would be shown for ever.
  for (const tag of document.head.querySelectorAll(`title, [${PRERENDERED_TAG}]`)) tag.remove();
  createRoot(root).render(<App shell={shell} release={release} pages={pages} />);
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
void show(root);

/** The vitals are read after the fact, and must not compete with the page for the visitor's line. */
const VITALS_WAIT = 5000;
setTimeout(async () => {
  const { reportWebVitals } = await import('@leadping/web-kit/telemetry/web-vitals');
  reportWebVitals(analytics);
}, VITALS_WAIT);
