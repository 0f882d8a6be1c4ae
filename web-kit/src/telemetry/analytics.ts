import type { AnalyticsEvent } from '@leadping/contracts/remote';
import type { AnalyticsBatch } from '@leadping/contracts/telemetry';
import { ANALYTICS_PATH } from '@leadping/contracts/telemetry-paths';
import { send } from './send.ts';

declare global {
  interface Window {
    /** A tag manager reads it if the owner adds one. */
    dataLayer?: object[];
  }
}

type Sent = AnalyticsBatch['events'][number];

/** Delay of a batch in ms, so that analytics does not delay the page. */
const BATCH_DELAY = 5000;

/**
 * The analytics port. Events go to the data layer immediately, and in batches to our own endpoint, without a
 * cookie or any identity. `appNow` returns the current app and version.
 */
export function createAnalytics(appNow: () => { name: string; version: string }) {
  let waiting: Sent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    send(ANALYTICS_PATH, { events: waiting } satisfies AnalyticsBatch);
    waiting = [];
  };
  const record = (event: AnalyticsEvent) => {
    window.dataLayer = window.dataLayer ?? [];
    window.dataLayer.push({ event: event.name, ...event });
    const { name: app, version } = appNow();
    waiting.push({ ...event, app, version, path: location.pathname, at: new Date().toISOString() });
    timer ??= setTimeout(flush, BATCH_DELAY);
  };
  addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush());
  addEventListener('pagehide', flush);

  return {
    trackPageView: (path: string) => record({ name: 'page_view', label: path }),
    trackEvent: record,
    flush,
  };
}

export type Analytics = ReturnType<typeof createAnalytics>;
