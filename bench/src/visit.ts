import type { Browser } from 'playwright-core';

/** What one cold visit to a page came to; times in milliseconds from the start of the navigation. */
export interface Visit {
  headingMs: number;
  lcpMs: number;
  /** Cumulative layout shift. */
  cls: number;
  /** Of each task over 50 ms the part beyond, summed. */
  blockingMs: number;
  requests: number;
  bytes: number;
  scriptBytes: number;
  /** Each request, for a look at what a page loads. */
  loaded: string[];
}

interface Seen {
  heading: number;
  lcp: number;
  cls: number;
  blocking: number;
}

declare global {
  interface Window {
    seen: Seen;
  }
}

/** A slow line and a slow processor: 40 ms, 10 Mbit/s, a quarter of this machine. */
const LINE = {
  offline: false,
  latency: 40,
  downloadThroughput: 10e6 / 8,
  uploadThroughput: 5e6 / 8,
};
const CPU_SLOWDOWN = 4;
/** A page that asks for nothing this long after its load has all that it came for. */
const QUIET_MS = 1000;

/** Visits a page with an empty cache. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', LINE);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const types = new Map<string, { type: string; url: string }>();
    const sizes: { type: string; bytes: number; line: string }[] = [];
    session.on('Network.responseReceived', ({ requestId, type, response }) =>
      types.set(requestId, { type, url: response.url }),
    );
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
      const { type = '', url: from = '' } = types.get(requestId) ?? {};
      if (/^https?:/.test(from)) sizes.push({ type, bytes, line: `${type} ${bytes} ${from}` });
    });
    await page.addInitScript(watch);
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
    let count = -1;
    while (count !== sizes.length) {
      count = sizes.length;
      await page.waitForTimeout(QUIET_MS);
    }
    const seen = await page.evaluate(() => window.seen);
    const sum = (files: typeof sizes) => files.reduce((total, { bytes }) => total + bytes, 0);
    return {
      headingMs: seen.heading,
      lcpMs: seen.lcp,
      cls: seen.cls,
      blockingMs: seen.blocking,
      requests: sizes.length,
      bytes: sum(sizes),
      scriptBytes: sum(sizes.filter(({ type }) => type === 'Script')),
      loaded: sizes.map(({ line }) => line),
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page before anything of it does. */
function watch(): void {
  const seen: Seen = { heading: 0, lcp: 0, cls: 0, blocking: 0 };
  window.seen = seen;
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) seen.cls += shift.value;
  });
  observe('longtask', ({ duration }) => (seen.blocking += duration - 50));
  const look = () => {
    if (!document.querySelector('h1')) return requestAnimationFrame(look);
    // The frame after the next one shows it.
    return requestAnimationFrame(() => requestAnimationFrame(() => (seen.heading = performance.now())));
  };
  look();
}
