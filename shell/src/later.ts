import type { Analytics } from '@leadping/web-kit/telemetry/analytics';
import { reportWebVitals } from '@leadping/web-kit/telemetry/web-vitals';

/** What can wait until the page is at rest. */
export function startLater(analytics: Pick<Analytics, 'trackEvent'>): void {
  reportWebVitals(analytics);
  // A lost connection is shown in a toast, and its file could not be loaded then.
  void import('@leadping/web-kit/ui/toaster').catch(() => undefined);
}
