import { access, readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { person } from '../e2e/test/person.ts';
import { makeReseller } from '../e2e/test/reseller.ts';
import { benchmark, type Benchmark } from './src/benchmark.ts';
import { type Interaction, type ListPage, useList, watchInteractions } from './src/interactions.ts';
import { startPlatform } from './src/platform.ts';
import { licenseSeed, orderSeed, seed } from './src/seed.ts';
import { median, quantile } from './src/statistics.ts';
import { kilobytes, ms } from './src/table.ts';
import { visit } from './src/visit.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const ADMIN = { username: 'admin', password: 'correct horse battery' };
const ROWS = 10_000;
const BAR_MS = 200;
const FIRST_FILES_BAR = 40_000;
const PLAIN_LIST = join(import.meta.dirname, 'plain/list.html');

type List = ListPage & { figure: string; path: string; of: 'admin' | 'reseller' };

const dialogOf = (page: Page) => page.getByRole('dialog');
const inDialog = {
  details: dialogOf,
  close: (page: Page) =>
    dialogOf(page)
      .getByRole('button', { name: /^(Cancel|Close)$/ })
      .first(),
};
const LISTS: readonly List[] = [
  {
    figure: "admin's orders",
    path: '/admin/orders',
    of: 'admin',
    tab: 'Orders',
    heading: 'Orders',
    sortedBy: 'Date',
    open: (page) => page.locator('tbody').getByRole('link').first(),
    details: (page) => page.getByRole('list', { name: 'Timeline' }),
    close: (page) => page.getByRole('link', { name: 'All orders' }),
  },
  {
    figure: "admin's licenses",
    path: '/admin/licenses',
    of: 'admin',
    tab: 'License Management',
    heading: 'License Management',
    sortedBy: 'Issued',
    open: (page) => page.getByRole('button', { name: 'Deactivate' }).first(),
    ...inDialog,
  },
  {
    figure: "a reseller's orders",
    path: '/reseller-dashboard/orders',
    of: 'reseller',
    tab: 'Orders',
    heading: 'Orders',
    sortedBy: 'Date',
    open: (page) => page.getByRole('button', { name: /^Correct email of order/ }).first(),
    ...inDialog,
  },
  {
    figure: "a reseller's licenses",
    path: '/reseller-dashboard/licenses',
    of: 'reseller',
    tab: 'License Management',
    heading: 'License Management',
    open: (page) => page.getByRole('button', { name: /^View details of/ }).first(),
    ...inDialog,
  },
];
const PLAIN: ListPage = {
  tab: 'Orders',
  heading: 'Orders',
  sortedBy: 'Date',
  open: (page) => page.getByRole('button', { name: 'Details' }).first(),
  ...inDialog,
};

await benchmark('Interaction to next paint, 10,000 rows, a processor four times slower', async (bench) => {
  const isThere = await access(CHROMIUM).then(
    () => true,
    () => false,
  );
  if (!isThere)
    return bench.say(`skipped: there is no Chromium at ${CHROMIUM} (Debian: apt-get install chromium)`);
  process.env.ADMIN_USERNAME = ADMIN.username;
  process.env.ADMIN_PASSWORD = ADMIN.password;
  // Clients set their own addresses, so that sign-ins do not share one rate limit.
  const platform = await startPlatform(bench, { gateway: { TRUST_PROXY: '127.0.0.0/8' } });
  const { publicUrl } = platform;
  const reseller = await makeReseller(platform, {
    businessName: 'Bench',
    productPrice: '79.00',
    currency: 'USD',
  });
  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  const license = licenseSeed(platform);
  // A filter must exclude some.
  const orderOf = (index: number) => ({
    ...orderSeed(index, reseller.id),
    status: index % 4 === 0 ? 'failed' : 'completed',
  });
  const licenseOf = (index: number) => ({
    ...license(index, reseller.id),
    status: index % 4 === 0 ? 'suspended' : 'active',
  });
  await seed(await platform.databaseOf('svc-commerce'), 'orders', ROWS, orderOf);
  await seed(await platform.databaseOf('svc-licensing'), 'licenses', ROWS, licenseOf);

  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  bench.onEnd(() => browser.close());
  const sessionOf = (cookie: string) => {
    const [name = '', value = ''] = cookie.split('=', 2);
    return { name, value, url: publicUrl };
  };
  const cookieOf = { admin: sessionOf(admin.cookie()), reseller: sessionOf(reseller.signedIn.cookie()) };
  const onList = async <T>({ of, path }: Pick<List, 'of' | 'path'>, use: (page: Page) => Promise<T>) =>
    withPage(browser, cookieOf[of], async (page) => {
      await page.goto(publicUrl + path);
      await page.locator('tbody tr').first().waitFor();
      await page.waitForLoadState('networkidle');
      return use(page);
    });

  const measured = new Map<string, Interaction[]>(LISTS.map(({ figure }) => [figure, []]));
  const plain: Interaction[] = [];
  const plainHtml = await readFile(PLAIN_LIST, 'utf8');
  for (let round = 0; round < bench.size(5, 2); round += 1) {
    const texts = await onList({ of: 'admin', path: '/admin/orders' }, (page) =>
      page
        .locator('tbody tr')
        .evaluateAll((rows) =>
          rows.map((row) => Array.from(row.querySelectorAll('td'), ({ innerText }) => innerText)),
        ),
    );
    plain.push(
      ...(await withPage(browser, cookieOf.admin, async (page) => {
        const body = plainHtml.replace('/* rows */ []', JSON.stringify(texts));
        await page.route(`${publicUrl}/plain`, (route) => route.fulfill({ contentType: 'text/html', body }));
        await page.goto(`${publicUrl}/plain`);
        return useList(page, PLAIN);
      })),
    );
    for (const list of LISTS)
      measured.get(list.figure)?.push(...(await onList(list, (page) => useList(page, list))));
  }

  for (const [figure, interactions] of measured) addRows(bench, figure, interactions, plain);
  sayKinds(bench, [...measured.values()].flat(), plain);
  for (const [name, of, path] of [
    ['mfe-admin', 'admin', '/admin/orders'],
    ['mfe-reseller', 'reseller', '/reseller-dashboard/orders'],
  ] as const) {
    const { loaded } = await visit(browser, publicUrl + path, { session: cookieOf[of], shows: 'tbody tr' });
    addFirstFiles(bench, name, loaded);
  }
  bench.say(`load of the last minute ${loadavg()[0]?.toFixed(1)}`);
});

function addRows(bench: Benchmark, figure: string, ours: Interaction[], plain: Interaction[]): void {
  const add = (what: string, of: (all: Interaction[]) => { ms: number; kind?: string }) => {
    const { ms: measured, kind } = of(ours);
    bench.add({
      figure: `${figure}: ${what}`,
      measured: kind === undefined ? ms(measured) : `${ms(measured)}, ${kind}`,
      peer: `a plain table ${ms(of(plain).ms)}`,
      bar: `under ${BAR_MS} ms`,
      met: measured < BAR_MS,
    });
  };
  add(`p75 of ${ours.length} interactions`, (all) => ({ ms: quantile(timesOf(all), 0.75) }));
  add('the slowest kind, its median', (all) => worstOf(mediansOf(all)));
  add('INP', inpOf);
}

/**
 * Interaction to Next Paint as browsers report it: the worst one, ignoring one in every 50.
 * https://web.dev/articles/inp
 */
function inpOf(all: Interaction[]): Interaction {
  const worstFirst = all.toSorted((one, other) => other.ms - one.ms);
  const found = worstFirst[Math.floor(all.length / 50)];
  if (!found) throw new Error('nothing was measured');
  return found;
}

/** The median of all rounds for each kind, so that one busy moment of the machine does not count. */
function mediansOf(all: Interaction[]): Interaction[] {
  return kindsOf(all).map((kind) => ({ kind, ms: median(timesOf(all, kind)) }));
}

function timesOf(all: Interaction[], kind?: string): number[] {
  return all.filter((one) => kind === undefined || one.kind === kind).map((one) => one.ms);
}

function kindsOf(all: Interaction[]): string[] {
  return [...new Set(all.map((one) => one.kind))];
}

function sayKinds(bench: Benchmark, ours: Interaction[], plain: Interaction[]): void {
  const figures = (all: number[]) => `median ${ms(median(all))}, worst ${ms(Math.max(...all))}`;
  for (const kind of kindsOf(ours)) {
    const own = timesOf(ours, kind);
    bench.say(`${kind}: ${figures(own)} of ${own.length}; plain table ${figures(timesOf(plain, kind))}`);
  }
}

/** The scripts and styles of the dashboard itself. antd and the frame come from the shell. */
function addFirstFiles(bench: Benchmark, name: string, loaded: readonly string[]): void {
  if (process.argv.includes('--files')) loaded.forEach((line) => bench.say(line));
  const files = loaded.filter((line) => /^(Script|Stylesheet) /.test(line));
  const bytesOf = (lines: readonly string[]) =>
    lines.reduce((total, line) => total + Number(line.split(' ')[1]), 0);
  const own = bytesOf(files.filter((line) => line.includes(`/assets/${name}/`)));
  bench.add({
    figure: `${name}: first files on its list of orders, brotli, beyond antd`,
    measured: kilobytes(own),
    peer: `with the shell and antd ${kilobytes(bytesOf(files))}`,
    bar: `at most ${kilobytes(FIRST_FILES_BAR)}`,
    met: own > 0 && own <= FIRST_FILES_BAR,
  });
}

function worstOf(interactions: Interaction[]): Interaction {
  return interactions.reduce((worst, one) => (one.ms > worst.ms ? one : worst));
}

async function withPage<T>(
  browser: Browser,
  session: { name: string; value: string; url: string },
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await context.addCookies([session]);
    // tsx adds a helper for function names, which does not exist in the page.
    await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
    const page = await context.newPage();
    await watchInteractions(page);
    return await use(page);
  } finally {
    await context.close();
  }
}
