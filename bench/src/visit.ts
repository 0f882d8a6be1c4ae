import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { longTasks, type Task, TRACE_CATEGORIES } from './main-thread.ts';

/** The result of one cold visit to a page. Times are in ms from the start of the navigation. */
export interface Visit {
  headingMs: number;
  lcpMs: number;
  /** Cumulative layout shift. */
  cls: number;
  /** The sum of each task's time beyond 50 ms, from the first contentful paint: https://web.dev/articles/tbt */
  totalBlockingMs: number;
  /** The same from the start of the navigation. */
  wholeBlockingMs: number;
  requests: number;
  /** Number of API calls among the requests. */
  calls: number;
  bytes: number;
  scriptBytes: number;
  /** All requests, to see what a page loads. */
  loaded: string[];
  /** The long tasks of its main thread, if requested. */
  tasks: Task[];
}

interface Seen {
  heading: number;
  lcp: number;
  cls: number;
  firstPaint: number;
  longTasks: { startTime: number; duration: number }[];
}

declare global {
  interface Window {
    seen: Seen;
  }
}

/** A slow network and processor: 40 ms, 10 Mbit/s, a quarter of this machine's speed. */
const LINE = {
  offline: false,
  latency: 40,
  downloadThroughput: 10e6 / 8,
  uploadThroughput: 5e6 / 8,
};
const CPU_SLOWDOWN = 4;
/** Shorter tasks are not noticeable, in ms. */
const MAX_TASK_MS = 50;
/** Plain JavaScript, because helpers of a compiler do not exist in the page. */
const WATCH = join(import.meta.dirname, '../plain/watch.js');
/** A page without requests for this long after its load is complete, in ms. */
const QUIET_MS = 1000;

export interface VisitOptions {
  /** The session cookie of a signed-in user. */
  session?: { name: string; value: string; url: string };
  /** A selector. The visit lasts until this is visible, even if the page loads nothing for a while before. */
  shows?: string;
  /** Also records the tasks of the main thread, which slows it down. */
  withTasks?: boolean;
}

/** Visits a page with an empty cache. */
export async function visit(
  browser: Browser,
  url: string,
  { session, shows, withTasks = false }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    if (session) await context.addCookies([session]);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', LINE);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const types = new Map<string, { type: string; url: string }>();
    const sizes: { type: string; bytes: number; line: string }[] = [];
    devtools.on('Network.responseReceived', ({ requestId, type, response }) =>
      types.set(requestId, { type, url: response.url }),
    );
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
      const { type = '', url: from = '' } = types.get(requestId) ?? {};
      if (/^https?:/.test(from)) sizes.push({ type, bytes, line: `${type} ${bytes} ${from}` });
    });
    await page.addInitScript({ path: WATCH });
    if (withTasks) await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
    if (shows !== undefined) await page.locator(shows).first().waitFor({ timeout: 60_000 });
    let count = -1;
    while (count !== sizes.length) {
      count = sizes.length;
      await page.waitForTimeout(QUIET_MS);
    }
    const tasks = withTasks ? longTasks(await browser.stopTracing(), url) : [];
    const seen = await page.evaluate(() => window.seen);
    const sum = (files: typeof sizes) => files.reduce((total, { bytes }) => total + bytes, 0);
    return {
      headingMs: seen.heading,
      lcpMs: seen.lcp,
      cls: seen.cls,
      totalBlockingMs: blockingFrom(seen.firstPaint, seen),
      wholeBlockingMs: blockingFrom(0, seen),
      requests: sizes.length,
      calls: sizes.filter(({ line }) => line.includes('/api/')).length,
      bytes: sum(sizes),
      scriptBytes: sum(sizes.filter(({ type }) => type === 'Script')),
      loaded: sizes.map(({ line }) => line),
      tasks,
    };
  } finally {
    await context.close();
  }
}

function blockingFrom(start: number, { longTasks }: Seen): number {
  const within = longTasks.map(({ startTime, duration }) => Math.min(duration, startTime + duration - start));
  return within.reduce((total, duration) => total + Math.max(0, duration - MAX_TASK_MS), 0);
}
