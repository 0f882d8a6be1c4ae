import type { AnalyticsEvent } from '@leadping/contracts/remote';
import type { AnalyticsBatch } from '@leadping/contracts/telemetry';
import { ANALYTICS_PATH } from '@leadping/contracts/telemetry-paths';
import { send } from './send.ts';

declare global {
  interface Window {
    /** Read by a tag manager where the owner adds one. */
    dataLayer?: object[];
  }
}

type Sent = AnalyticsBatch['events'][number];

/** Long enough for the page to be there first: nothing of it waits for what is only counted. */
const BATCH_DELAY = 5000;

/**
 * The port to the analytics service: events go to the data layer at once, and in batches to our own address, without a
 * cookie or any identity. `appNow` tells which app and version they belong to.
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
