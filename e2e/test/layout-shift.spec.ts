import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { ADMIN } from '../test-stacks.ts';
import { runningPlatform } from '../platform.ts';
import { ADMIN_TABS, RESELLER_TABS } from './dashboard-tabs.ts';
import { isWhole, SHORT } from './depth.ts';
import { disputePayment, payAt } from './disputed-sale.ts';
import { person } from './person.ts';
import { makeReseller } from './reseller.ts';

const platform = runningPlatform();
const { publicUrl } = platform;

/** Delay of every font and API call, in ms. */
const LATE = 800;
/** Google's limit for "good" is 0.1. */
const BAR = 0.02;
const MAX_PAGES = 4;

interface Shift {
  value: number;
  moved: string;
}

async function withSlowLine(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: { value: number; moved: string }[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as {
          value: number;
          sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
        };
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const text = element?.textContent?.slice(0, 30) ?? '';
          return `${element?.tagName}.${element?.className} "${text}" ${Math.round(previousRect.y)} to ${Math.round(currentRect.y)}`;
        });
        shifts.push({ value, moved: moved.join('; ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await context.route(/\/api\/|\.woff2$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE));
    await route.continue().catch(() => undefined);
  });
}

async function shiftsOf(page: Page, path: string): Promise<Shift[]> {
  await page.goto(publicUrl + path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
}

/** Lists the pages that shift, with the shifted elements. */
async function listJumps(context: BrowserContext, paths: readonly string[]) {
  const left = [...paths];
  const jumps: Record<string, Shift[]> = {};
  const visit = async () => {
    const page = await context.newPage();
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      const shifts = await shiftsOf(page, path);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      if (sum >= BAR) jumps[`${path} ${sum.toFixed(3)}`] = shifts;
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: MAX_PAGES }, visit));
  return jumps;
}

async function signIn(context: BrowserContext, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=', 2);
  await context.addCookies([{ name, value, url: publicUrl }]);
}

test('pages do not shift when fonts and data arrive late', SHORT, async ({ browser }) => {
  const seller = await makeReseller(platform, {
    businessName: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk Sales',
    productPrice: '49.00',
    currency: 'EUR',
  });
  // The overviews show the disputes, which also arrive late.
  for (const resellerId of [undefined, seller.id]) {
    const buyer = `late-${randomBytes(5).toString('hex')}@example.com`;
    await disputePayment(platform, await payAt(platform, buyer, resellerId));
  }
  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  const visit = async (cookie: string | null, paths: readonly string[]) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await withSlowLine(context);
    if (cookie !== null) await signIn(context, cookie);
    const jumps = await listJumps(context, paths);
    await context.close();
    return jumps;
  };
  const pages = [
    '/',
    `/r/${seller.slug}`,
    '/support',
    '/auth',
    ...(isWhole
      ? [
          '/reseller-program',
          '/integrations',
          '/docs/installation',
          '/support?tab=contact',
          '/forgot-password',
        ]
      : []),
  ];
  expect.soft(await visit(null, pages)).toEqual({});
  expect
    .soft(
      await visit(
        admin.cookie(),
        (isWhole ? ADMIN_TABS : (['overview', 'licenses'] as const)).map((tab) => `/admin/${tab}`),
      ),
    )
    .toEqual({});
  expect
    .soft(
      await visit(
        seller.signedIn.cookie(),
        (isWhole ? RESELLER_TABS : (['overview', 'sales-page'] as const)).map(
          (tab) => `/reseller-dashboard/${tab}`,
        ),
      ),
    )
    .toEqual({});
});

test('the next page is prefetched when the pointer is on its link, and Back restores the scroll position and filters', async ({
  page,
  context,
}) => {
  await page.goto(`${publicUrl}/support`);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' });
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(200);
  const fetched = page.waitForRequest(/\/assets\/mfe-storefront\/.*\.js$/);
  await link.hover();
  await fetched;
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: /terms/i })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'How can we help?' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(Math.round(place));

  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  await signIn(context, admin.cookie());
  await page.goto(`${publicUrl}/admin/licenses`);
  const search = page.getByRole('searchbox', { name: 'Search licenses' });
  await search.fill('nobody@example.com');
  await expect(page).toHaveURL(/nobody/);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await page.goBack();
  await expect(search).toHaveValue('nobody@example.com');
});
