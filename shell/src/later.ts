import type { Analytics } from '@leadping/web-kit/telemetry/analytics';
import { reportWebVitals } from '@leadping/web-kit/telemetry/web-vitals';

export function startLater(analytics: Pick<Analytics, 'trackEvent'>): void {
  reportWebVitals(analytics);
  // Preload the toaster, because it reports a lost connection and could not be loaded then.
  void import('@leadping/web-kit/ui/toaster').catch(() => undefined);
}
