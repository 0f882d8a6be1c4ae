import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import type { Analytics } from './analytics.ts';

/** Reports the page's performance for this visitor under the current app and version. */
export function reportWebVitals({ trackEvent }: Pick<Analytics, 'trackEvent'>): void {
  const report = ({ name, value, rating }: Metric) =>
    trackEvent({ name: 'web_vital', category: name, label: rating, value: Math.round(value * 1000) / 1000 });
  onCLS(report);
  onINP(report);
  onLCP(report);
  onTTFB(report);
}
