import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { benchmark } from './src/benchmark.ts';
import { buildPlainApp } from './src/plain-app.ts';
import { describeTask } from './src/main-thread.ts';
import { startPlatform, temporaryFolder } from './src/platform.ts';
import { serveApp } from './src/static-server.ts';
import { median } from './src/statistics.ts';
import { kilobytes, ms, ratio } from './src/table.ts';
import { visit, type Visit } from './src/visit.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

await benchmark(
  'Landing page, cold, at 40 ms and 10 Mbit/s with a processor four times slower',
  async (bench) => {
    const isThere = await access(CHROMIUM).then(
      () => true,
      () => false,
    );
    if (!isThere)
      return bench.say(`skipped: there is no Chromium at ${CHROMIUM} (Debian: apt-get install chromium)`);
    const platform = await startPlatform(bench);
    const folder = join(await temporaryFolder(bench), 'plain');
    await buildPlainApp(platform.root, folder);
    const plainUrl = await serveApp(bench, folder, platform.publicUrl);
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    });
    bench.onEnd(() => browser.close());

    const federated: Visit[] = [];
    const plain: Visit[] = [];
    for (let round = 0; round <= bench.rounds; round += 1) {
      const visits = [await visit(browser, platform.publicUrl), await visit(browser, plainUrl)] as const;
      // The first round warms up the servers.
      if (round === 0) continue;
      federated.push(visits[0]);
      plain.push(visits[1]);
    }
    if (process.argv.includes('--tasks')) {
      // Separate from the measured visits, because recording takes time.
      const { tasks } = await visit(browser, platform.publicUrl, { withTasks: true });
      for (const task of tasks) bench.say(describeTask(task));
    }
    if (process.argv.includes('--files')) {
      for (const line of [...(federated[0]?.loaded ?? []), '', ...(plain[0]?.loaded ?? [])]) bench.say(line);
    }

    const compare = (
      figure: string,
      of: (visit: Visit) => number,
      show: (value: number) => string,
      limit?: { bar: string; below: number },
    ) => {
      const [ours, theirs] = [median(federated.map(of)), median(plain.map(of))];
      bench.add({
        figure,
        measured: show(ours),
        peer: `one plain app ${show(theirs)}`,
        ...(limit ? { bar: limit.bar, met: ours < limit.below } : {}),
      });
      return ours / theirs;
    };
    const limits = {
      script: { bar: 'at most 122 kB', below: 122_001 },
      all: { bar: 'at most 250 kB', below: 250_001 },
      requests: { bar: 'at most 8', below: 9 },
      lcp: { bar: 'under 1.5 s', below: 1500 },
      cls: { bar: 'under .02', below: 0.02 },
      blocking: { bar: 'under 100 ms', below: 100 },
    };
    compare('JavaScript, brotli', (seen) => seen.scriptBytes, kilobytes, limits.script);
    compare('all bytes', (seen) => seen.bytes, kilobytes, limits.all);
    compare('requests', (seen) => seen.requests, String, limits.requests);
    compare('of these calls of the API', (seen) => seen.calls, String);
    const share = compare('heading on screen', (seen) => seen.headingMs, ms);
    bench.add({
      figure: 'heading on screen, ratio',
      measured: ratio(share),
      peer: 'one plain app 1.00',
      bar: 'at most 1.10',
      met: share <= 1.1,
    });
    compare('largest contentful paint', (seen) => seen.lcpMs, ms, limits.lcp);
    compare(
      'layout shift',
      (seen) => seen.cls,
      (value) => value.toFixed(4),
      limits.cls,
    );
    compare('total blocking time', (seen) => seen.totalBlockingMs, ms, limits.blocking);
    compare('blocking before the first paint too', (seen) => seen.wholeBlockingMs, ms);
  },
);
