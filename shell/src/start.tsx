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
import { findRemoteRoute } from './routes.ts';

const release = readRelease();
const remotes = createRemoteLoader(release, reportError);

/** The app on screen: the remote that shows this path, or the shell itself. */
function appNow() {
  const name = findRemoteRoute(release, location.pathname)?.remote;
  return name ? { name, version: remotes.versionOf(name) } : __APP__;
}

const analytics = createAnalytics(appNow);

const shell: Shell = {
  contract: REMOTE_CONTRACT,
  basePath: '',
  queryClient: createQueryClient(),
  theme: createThemeStore(),
  toast: showToast,
  analytics,
  reportError,
};

addEventListener('error', ({ error }) => reportError(error, appNow()));
addEventListener('unhandledrejection', ({ reason }) => reportError(reason, appNow()));

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
createRoot(root).render(<App shell={shell} release={release} remotes={remotes} />);

// The vitals are read after the fact: they wait until the page is there.
addEventListener('load', () => {
  requestIdleCallback(async () => {
    const { reportWebVitals } = await import('@leadping/web-kit/telemetry/web-vitals');
    reportWebVitals(analytics);
  });
});
