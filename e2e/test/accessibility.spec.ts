import { type Browser, expect, type Page, test } from '@playwright/test';
import { ADMIN } from '../test-stacks.ts';
import { runningPlatform } from '../platform.ts';
import {
  listClippedText,
  listCutOff,
  listLostFocus,
  listSmallTargets,
  listUnseen,
} from './accessibility/measures.ts';
import { ADMIN_TABS, RESELLER_TABS } from './dashboard-tabs.ts';
import { isWhole, SHORT } from './depth.ts';
import { person } from './person.ts';
import { makeReseller } from './reseller.ts';

/*
 * Checks that axe does not cover. docs/accessibility.md lists the criterion of each measure. `npm test` measures a
 * few pages of each reader, `npm run accessibility -w e2e` all of them.
 */

const platform = runningPlatform();
const { publicUrl } = platform;

/** 1280 by 1024 CSS pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 };
const WIDE = { width: 1280, height: 800 };
const FEW_PRESSES = 8;

interface Reader {
  cookie?: string;
  paths: readonly string[];
}

const READERS: Record<string, () => Promise<Reader>> = {
  visitor: () =>
    Promise.resolve({
      paths: isWhole
        ? [
            '/',
            '/reseller-program',
            '/integrations',
            '/docs/installation',
            '/docs/hubspot-integration',
            '/privacy',
            '/success?success=false',
            '/support',
            '/support?tab=contact',
            '/ticket/TKT-NOBODY',
            '/auth',
            '/forgot-password',
            '/no-such-page',
          ]
        : ['/', '/support?tab=contact'],
    }),
  admin: async () => {
    const admin = person(platform);
    await admin.signIn(ADMIN.username, ADMIN.password);
    const tabs = isWhole ? ADMIN_TABS : (['tickets'] as const);
    return { cookie: admin.cookie(), paths: tabs.map((tab) => `/admin/${tab}`) };
  },
  reseller: async () => {
    const seller = await makeReseller(platform, {
      businessName: 'Nordlicht Vertrieb',
      productPrice: '1149.00',
      currency: 'CHF',
    });
    const tabs = isWhole ? RESELLER_TABS : [];
    return {
      cookie: seller.signedIn.cookie(),
      paths: [`/r/${seller.slug}`, ...tabs.map((tab) => `/reseller-dashboard/${tab}`)],
    };
  },
};

/** Opens each page and waits until its data is shown, otherwise an empty page would be measured. */
async function visitAll(
  browser: Browser,
  { cookie, paths }: Reader,
  listFaults: (page: Page) => Promise<string[]>,
): Promise<Record<string, string[]>> {
  const context = await browser.newContext({ viewport: ZOOMED, reducedMotion: 'reduce' });
  const [name = '', value = ''] = cookie?.split('=', 2) ?? [];
  if (cookie) await context.addCookies([{ name, value, url: publicUrl }]);
  const page = await context.newPage();
  const faults: Record<string, string[]> = {};
  for (const path of paths) {
    await page.emulateMedia({ forcedColors: 'none' });
    await page.setViewportSize(ZOOMED);
    await page.goto(publicUrl + path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.locator('[aria-busy="true"], .ant-skeleton')).toHaveCount(0);
    const found = await listFaults(page);
    if (found.length > 0) faults[path] = found;
  }
  await context.close();
  return faults;
}

async function listAll(page: Page): Promise<string[]> {
  const zoomed = [
    ...(await listCutOff(page)),
    ...(await listSmallTargets(page)),
    ...(await listLostFocus(page, { presses: FEW_PRESSES })),
  ];
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ forcedColors: 'active' });
  // Colors change in steps.
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const wide = [
    ...(await listSmallTargets(page)),
    ...(await listUnseen(page)),
    ...(await listLostFocus(page, { presses: FEW_PRESSES, hasRing: true })),
    ...(await listClippedText(page)),
    ...(await listCutOff(page)),
  ];
  return [...zoomed, ...wide.map((fault) => `wide, forced colors: ${fault}`)];
}

for (const [reader, open] of Object.entries(READERS)) {
  test(
    `pages of the ${reader} reflow at 400 % zoom, have targets of 24 pixels and room for spaced text, and show focus, words and icons in forced colors`,
    SHORT,
    async ({ browser }) => {
      expect(await visitAll(browser, await open(), listAll)).toEqual({});
    },
  );
}

test('what has the focus is not under the bar of test mode', async ({ page, context }) => {
  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  const [name = '', value = ''] = admin.cookie().split('=', 2);
  await context.addCookies([{ name, value, url: publicUrl }]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto(`${publicUrl}/admin/settings`);
  const bar = page.getByRole('complementary', { name: 'Test mode' });
  await expect(bar).toBeVisible();
  const control = page.getByRole('textbox', { name: 'Legal name' });
  await control.evaluate((element) => scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 8));
  const bottomOf = () => control.evaluate((element) => element.getBoundingClientRect().bottom);
  const top = await bar.evaluate((element) => element.getBoundingClientRect().top);
  expect(await bottomOf()).toBeGreaterThan(top);
  await control.focus();
  await expect.poll(bottomOf).toBeLessThanOrEqual(top);
});

test('the demo does not move with reduced motion, and a named region announces the effect of the Ping button', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(publicUrl);
  const demo = page.getByRole('status', { name: 'What the ping captured' });
  await demo.scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Ping!' }).last().click();
  await expect(demo).toContainText('Northbeam Logistics');
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
      .map((animation) => (animation as CSSAnimation).animationName),
  );
  expect(moving).toEqual([]);
  await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /notification/i }).locator('ol')).toBeFocused();
});
