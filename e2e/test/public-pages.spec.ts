import { GUIDE_SLUGS } from '@leadping/guides/lists/slugs';
import { expect, test, type Page } from '@playwright/test';
import { platformClient, runningPlatform } from '../platform.ts';
import { DEEP } from './depth.ts';
import { seriousFaultsInBothThemes } from './serious-faults.ts';

const platform = runningPlatform();

const GUIDES = GUIDE_SLUGS.map((slug) => `/docs/${slug}`);
const READING = [
  '/',
  '/reseller-program',
  '/privacy',
  '/terms-of-service',
  '/accessibility',
  '/data-processing',
  '/sub-processors',
  '/integrations',
  '/support',
  ...GUIDES,
];
const PAGES = [
  ...READING,
  '/support?tab=contact',
  '/ticket/TKT-NOBODY',
  '/success?success=false',
  '/auth',
  '/my',
  '/trial',
  '/withdraw',
  '/legal-notice',
  '/no-such-page',
];

/** `sellers.spec.ts` opens the other legal texts, and `documentation.spec.ts` the other guides, which have the same parts. */
const ROUTINE = PAGES.filter(
  (path) =>
    !(GUIDES.includes(path) && path !== '/docs/installation') &&
    !['/terms-of-service', '/accessibility', '/data-processing', '/sub-processors'].includes(path),
);

/** Tall enough that all sections are rendered. Painting takes time. */
const TALL = { desktop: 8000, phone: 20_000 };

/** Number of elements that are not rendered because they are far from the screen. */
const countLeftOut = (page: Page) =>
  page.evaluate(
    () =>
      [...document.body.querySelectorAll('*')].filter(
        (element) => element.checkVisibility() && !element.checkVisibility({ contentVisibilityAuto: true }),
      ).length,
  );

/** Checks the page on a small phone. */
async function expectNarrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: TALL.phone });
  const widest = () =>
    page.evaluate(() =>
      Math.max(...[...document.querySelectorAll('html, section')].map(({ scrollWidth }) => scrollWidth)),
    );
  await expect.poll(widest, { message: `the width of ${page.url()}` }).toBe(320);
}

test.describe('in light and dark', () => {
  test.use({
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: TALL.desktop },
  });
  // One visitor with the shared files in the cache.
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
  });
  test.afterAll(() => page.close());
  test.beforeEach(() => page.setViewportSize({ width: 1280, height: TALL.desktop }));

  for (const path of PAGES) {
    const when = ROUTINE.includes(path) ? {} : DEEP;
    test(
      `the page ${path} has no serious axe violation, and is never wider than a small phone`,
      when,
      async () => {
        await page.goto(platform.publicUrl + path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0);
        await expect.poll(() => countLeftOut(page)).toBe(0);
        expect(await seriousFaultsInBothThemes(page)).toEqual([]);
        await expectNarrow(page);
      },
    );
  }
});

test('the axe check finds planted faults in light and in dark', async ({ page }) => {
  await page.setContent(`
    <!doctype html><html lang="en"><title>Planted</title>
    <style>:root { color-scheme: light dark } @media (prefers-color-scheme: dark) { body { background: #222 } p { color: #333 } }</style>
    <main><h1>Planted</h1><p>Gray on gray</p><button></button></main></html>`);
  expect(await seriousFaultsInBothThemes(page)).toEqual([
    'button-name: <button></button>',
    'in dark: color-contrast: <p>Gray on gray</p>',
  ]);
});

test('the hero pings automatically on a phone, and shows the arriving values together with the button', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(platform.publicUrl);
  const card = page.getByRole('article', { name: 'An example profile' });
  const arrived = page
    .getByRole('region', { name: 'Where a capture arrives' })
    .getByText('Northbeam Logistics', { exact: true })
    .first();
  // Content above may still load and move the card.
  await expect(async () => {
    await card.evaluate((element) => element.scrollIntoView());
    await expect(card.getByRole('button', { name: /Pinged!/ })).toBeInViewport();
    await expect(arrived).toBeInViewport();
  }).toPass();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('every text page is readable', async ({ page }) => {
    for (const path of READING) {
      await page.goto(platform.publicUrl + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const { length } = await page.getByRole('main').innerText();
      expect({ path, isReadable: length > 400 }).toEqual({ path, isReadable: true });
    }
  });

  test('a page that requires JavaScript and an unknown path each show that under their own title', async ({
    page,
  }) => {
    await page.goto(`${platform.publicUrl}/auth`);
    await expect(page).toHaveTitle('Sign in: Leadping');
    expect(await page.locator('noscript').innerText()).toContain('Signing in needs JavaScript.');
    await page.goto(`${platform.publicUrl}/no-such-page`);
    await expect(page).toHaveTitle('404 Page Not Found: Leadping');
    await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible();
  });
});

test('every page that is readable without JavaScript is listed for search engines', async ({ request }) => {
  const robots = await (await request.get(`${platform.publicUrl}/robots.txt`)).text();
  const address = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? '';
  const map = await (await request.get(address)).text();
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname);
  expect(paths.toSorted()).toEqual([...READING, '/legal-notice', '/trial', '/withdraw'].toSorted());
});

test('an unknown path shows the not-found page, with the status for machines [P2.38] [P2.39]', async ({
  page,
}) => {
  const answer = await page.goto(`${platform.publicUrl}/no-such-page`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
});

test('the shop keeps selling while the support service is down, and the ticket form keeps its input and explains the failure', async ({
  page,
}) => {
  const pid = (JSON.parse(process.env.E2E_PIDS ?? '{}') as Record<string, number>)['svc-support'];
  if (!pid) throw new Error('svc-support does not run');
  process.kill(pid, 'SIGSTOP');
  try {
    await page.goto(`${platform.publicUrl}/support?tab=contact`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Ann');
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('ann@example.com');
    await page.getByRole('textbox', { name: 'Subject' }).fill('Hello');
    await page.getByRole('textbox', { name: 'Message' }).fill('Is anybody there');
    await page.getByRole('button', { name: 'Create ticket' }).click();
    await expect(page.getByText('Error Creating Ticket', { exact: true })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Hello');
    const session = await platformClient(platform).startCheckout('10.8.8.1');
    expect(session).toMatch(/^cs_/);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});
