import { join } from 'node:path';
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
  /** Of these the calls of the API. */
  calls: number;
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
/** Plain JavaScript: what a compiler adds is not there in the page. */
const WATCH = join(import.meta.dirname, '../plain/watch.js');
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
    await page.addInitScript({ path: WATCH });
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
      calls: sizes.filter(({ line }) => line.includes('/api/')).length,
      bytes: sum(sizes),
      scriptBytes: sum(sizes.filter(({ type }) => type === 'Script')),
      loaded: sizes.map(({ line }) => line),
    };
  } finally {
    await context.close();
  }
}
