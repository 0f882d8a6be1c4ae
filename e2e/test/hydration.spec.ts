import { expect, type Page, test } from '@playwright/test';
import { runningPlatform } from '../platform.ts';
import { DEEP } from './depth.ts';

const platform = runningPlatform();

const PAGES = ['/', '/r/nobody', '/docs/installation', '/support'];
/** Their parts are also on the other pages. */
const SIMILAR = ['/reseller-program', '/privacy', '/integrations'];

/** Collects everything that the page reports as an error: React's messages and entries for the system logs. */
function watchReports(page: Page): string[] {
  const reports: string[] = [];
  page.on('pageerror', ({ message }) => reports.push(message));
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) reports.push(request.postData() ?? '');
  });
  return reports;
}

/** Stores the elements of the initial document, to find them again in the live page. */
async function keepFirstElements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      Object.assign(globalThis, { first: document.querySelectorAll('h1, h2, footer, a, button') });
    });
  });
}

/** How many of those elements are on screen, and how many of them React has hydrated. */
const countFirstElements = (page: Page) =>
  page.evaluate(() => {
    const first = [...(globalThis as unknown as { first: NodeListOf<Element> }).first];
    const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__react'));
    return {
      came: first.length,
      stayed: first.filter(({ isConnected }) => isConnected).length,
      alive: first.filter(isAlive).length,
    };
  });

const headTags = (page: Page) =>
  page.evaluate(() => ({
    titles: document.querySelectorAll('head > title').length,
    addresses: document.querySelectorAll('link[rel=canonical]').length,
    descriptions: document.querySelectorAll('meta[name=description]').length,
  }));

/** Scripts and styles of remotes that this page loaded. */
const filesOfRemotes = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/assets\/mfe-.*\.(js|css)$/.test(path)),
  );

for (const path of [...PAGES, ...SIMILAR]) {
  test(
    `the page ${path} hydrates its prerendered document, and renders nothing twice`,
    SIMILAR.includes(path) ? DEEP : {},
    async ({ page }) => {
      const reports = watchReports(page);
      await keepFirstElements(page);
      const document = await page.goto(platform.publicUrl + path);
      await expect
        .poll(async () => {
          const { came, stayed, alive } = await countFirstElements(page);
          return came > 10 && stayed === came && alive === came;
        })
        .toBe(true);
      expect(await headTags(page)).toEqual({ titles: 1, addresses: 1, descriptions: 1 });
      const html = (await document?.text()) ?? '';
      const files = await filesOfRemotes(page);
      expect(files.length).toBeGreaterThan(1);
      // The document names each file, so that none waits for another script.
      expect(files.filter((file) => !html.includes(file))).toEqual([]);
      expect(reports).toEqual([]);
    },
  );
}

test('a query that the build did not know causes no hydration mismatch', async ({ page }) => {
  const reports = watchReports(page);
  await page.goto(`${platform.publicUrl}/support?tab=contact`);
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeVisible();
  await page.goto(`${platform.publicUrl}/support?q=webhook`);
  await expect(page.getByRole('searchbox', { name: 'Search the guides' })).toHaveValue('webhook');
  await page.goto(`${platform.publicUrl}/no-such-page`);
  await expect(page.getByRole('searchbox').first()).toBeEditable();
  expect(reports).toEqual([]);
});

test('the prerendered sign-in form passes its input, focus and position to the live form', async ({
  page,
  browser,
}) => {
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${platform.publicUrl}/auth`);
  await expect(plain.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  // Only this notice, because the shell's says that nothing can be shown.
  await expect(plain.locator('noscript')).toBeVisible();
  expect(await plain.locator('noscript').innerText()).toContain('Signing in needs JavaScript.');
  // Submitting would put the password into the address.
  await expect(plain.getByRole('button', { name: 'Sign in' })).toBeDisabled();
  await plain.close();

  const reports = watchReports(page);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) shifts.push((shift as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  let bringScripts = () => {};
  const areAsked = new Promise<void>((resolve) => (bringScripts = resolve));
  await page.route('**/assets/mfe-account/**/*.js', async (route) => {
    await areAsked;
    await route.continue();
  });
  await page.goto(`${platform.publicUrl}/auth`);
  const userName = page.getByLabel('Username');
  await userName.fill('ada');
  await userName.evaluate((element) => Object.assign(element, { isStill: true }));
  const place = () =>
    page.evaluate(() =>
      ['h1', 'input[name=username]', 'button[type=submit]', 'a[href="/forgot-password"]'].map((selector) => {
        const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
        return [x, y, width, height].map((pixels) => Math.round(pixels ?? Number.NaN));
      }),
    );
  const before = await place();
  bringScripts();
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible();
  expect(await userName.evaluate((element) => 'isStill' in element)).toBe(false);
  await expect(userName).toHaveValue('ada');
  await expect(userName).toBeFocused();
  expect(await place()).toEqual(before);
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
  expect(await headTags(page)).toEqual({ titles: 1, addresses: 1, descriptions: 1 });
  expect(reports).toEqual([]);
});

test('the price becomes live in a hydrated page', async ({ page }) => {
  const reports = watchReports(page);
  await page.goto(platform.publicUrl);
  await expect(page.getByRole('button', { name: /Get it for \$[\d.]+ once/ })).toBeVisible();
  await page.locator('#pricing').scrollIntoViewIfNeeded();
  await expect(
    page
      .locator('#pricing')
      .getByRole('cell', { name: /^\$[\d.]+$/ })
      .first(),
  ).toBeVisible();
  expect(reports).toEqual([]);
});

test('the next page has its own title, and no tag of the first page', async ({ page }) => {
  await page.goto(`${platform.publicUrl}/privacy`);
  const first = await page.title();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /terms/i })).toBeVisible();
  await expect(page).not.toHaveTitle(first);
  expect(await headTags(page)).toEqual({ titles: 1, addresses: 1, descriptions: 1 });
});

test('a page that differs from its prerendered document is rendered again, and its team is notified', async ({
  page,
}) => {
  const reports = watchReports(page);
  await page.route(`${platform.publicUrl}/privacy`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/<h1([^>]*)>[^<]*/, '<h1$1>Something else');
    await route.fulfill({ response: answer, body });
  });
  await page.goto(`${platform.publicUrl}/privacy`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/privacy/i);
  await expect.poll(() => reports.length).toBe(1);
  expect(JSON.parse(reports[0] ?? '')).toMatchObject({ app: 'mfe-storefront' });
  expect(await headTags(page)).toEqual({ titles: 1, addresses: 1, descriptions: 1 });
});

test('the theme switch shows the chosen theme on a page that was rendered without it', async ({ page }) => {
  const reports = watchReports(page);
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.goto(platform.publicUrl);
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(reports).toEqual([]);
});
