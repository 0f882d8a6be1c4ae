import { readOptions } from '@leadping/dev-machine/command-options';
import type { ManagedProcess } from '@leadping/dev-stack/managed-process';
import { readdir, readFile } from 'node:fs/promises';
import { Buyers } from './load/buyers.ts';
import { openCluster } from './load/open-cluster.ts';
import { ShopTraffic } from './load/shop-traffic.ts';

const USAGE = `
npm run soak -- [options]

Visitors and buyers for a while, then the growth of every process' memory and open files in the second half, and the books.

  --minutes <n>  60 by default
  --rate <n>     requests a second; 20 by default
`;

const { values } = readOptions(
  { usage: USAGE, numbers: ['minutes', 'rate'] },
  {
    options: { minutes: { type: 'string', default: '60' }, rate: { type: 'string', default: '20' } },
  },
);
const MAX_GROWTH = 0.05;
const SAMPLES = 40;
const PAGES = ['/', '/api/pricing', '/integrations', '/api/public/selectors'];

interface Sample {
  bytes: number;
  files: number;
}

const cluster = await openCluster('soak');
const totalMs = Number(values.minutes) * 60_000;
const traffic = new ShopTraffic(cluster.stack.publicUrl);
const buyers = new Buyers(cluster.stack, traffic, 'soak');
const ending = new AbortController();
process.on('SIGINT', () => ending.abort());
process.on('SIGTERM', () => ending.abort());
let failed = false;
try {
  const running = Promise.all([
    traffic.steadily(
      Number(values.rate),
      (index) => ({ path: PAGES[index % PAGES.length] ?? '/', from: `10.50.${index % 250}.1` }),
      ending.signal,
    ),
    buyers.buyUntil(ending.signal, { concurrency: 1, pauseMs: 500 }),
  ]);
  const samples = new Map<string, Sample[]>();
  const startedAt = Date.now();
  for (let count = 1; count <= SAMPLES && !ending.signal.aborted; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, startedAt + (totalMs * count) / SAMPLES - Date.now()));
    for (const [name, all] of Object.entries(cluster.stack.instances))
      for (const [index, instance] of all.entries()) {
        const key = `${name}.${index + 1}`;
        samples.set(key, [...(samples.get(key) ?? []), await sampleOf(instance)]);
      }
    console.log(
      `${Math.round((100 * count) / SAMPLES)} %: ${JSON.stringify(traffic.endings)}, ${buyers.emails.length} bought`,
    );
  }
  ending.abort();
  await running;
  console.log('\n| process | memory | growth in the second half | open files |\n| --- | --- | --- | --- |');
  for (const [name, taken] of samples) {
    const [before, after] = [
      taken.slice(taken.length / 2, (3 * taken.length) / 4),
      taken.slice(-taken.length / 4),
    ];
    const growth = middle(after, 'bytes') / middle(before, 'bytes') - 1;
    failed ||= growth > MAX_GROWTH;
    const megabytes = Math.round(middle(after, 'bytes') / 1e6);
    console.log(
      `| ${name} | ${megabytes} MB | ${(growth * 100).toFixed(1)} % | ${middle(before, 'files')} to ${middle(after, 'files')} |`,
    );
  }
  const books = await buyers.settle(cluster.databaseOf, 90);
  console.log(`\n${JSON.stringify({ ...traffic.endings, ...books })}`);
  failed ||= books.lost + books.doubled > 0;
} finally {
  await traffic.close();
  await cluster.stop();
}
process.exit(failed ? 1 : 0);

async function sampleOf({ pid }: ManagedProcess): Promise<Sample> {
  const folder = `/proc/${pid()}`;
  const status = await readFile(`${folder}/status`, 'utf8');
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(status) ?? [];
  return { bytes: Number(kilobytes) * 1024, files: (await readdir(`${folder}/fd`)).length };
}

/** The median, because a single sample just before a garbage collection would mislead. */
function middle(samples: Sample[], key: keyof Sample): number {
  const sorted = samples.map((sample) => sample[key]).toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
