import { expect, type Page, test } from '@playwright/test';
import { runningPlatform } from '../platform.ts';

const platform = runningPlatform();

const PAGES = [
  '/',
  '/r/nobody',
  '/reseller-program',
  '/privacy',
  '/integrations',
  '/docs/installation',
  '/support',
];

/** Everything the page reports as gone wrong: React's own messages, and what is sent to the system logs. */
function watchReports(page: Page): string[] {
  const reports: string[] = [];
  page.on('pageerror', ({ message }) => reports.push(message));
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) reports.push(request.postData() ?? '');
  });
  return reports;
}

/** Keeps the elements that came with the document, to be found again in the live page. */
async function keepFirstElements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      Object.assign(globalThis, { first: document.querySelectorAll('h1, h2, footer, a, button') });
    });
  });
}

/** How many of those elements are on screen, and how many of these React has made its own. */
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

for (const path of PAGES) {
  test(`${path} hydrates what came with the document, and draws nothing twice`, async ({ page }) => {
    const reports = watchReports(page);
    await keepFirstElements(page);
    await page.goto(platform.publicUrl + path);
    await expect
      .poll(async () => {
        const { came, stayed, alive } = await countFirstElements(page);
        return came > 10 && stayed === came && alive === came;
      })
      .toBe(true);
    expect(await headTags(page)).toEqual({ titles: 1, addresses: 1, descriptions: 1 });
    expect(reports).toEqual([]);
  });
}

test('a query that the build did not know is no difference', async ({ page }) => {
  const reports = watchReports(page);
  await page.goto(`${platform.publicUrl}/support?tab=contact`);
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeVisible();
  await page.goto(`${platform.publicUrl}/support?q=webhook`);
  await expect(page.getByRole('searchbox', { name: 'Search the guides' })).toHaveValue('webhook');
  await page.goto(`${platform.publicUrl}/no-such-page`);
  await expect(page.getByRole('searchbox').first()).toBeEditable();
  expect(reports).toEqual([]);
});

test('the price comes to life in a hydrated page', async ({ page }) => {
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

test('the next page has the title of its own, and no tag of the first', async ({ page }) => {
  await page.goto(`${platform.publicUrl}/privacy`);
  const first = await page.title();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of service' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /terms/i })).toBeVisible();
  await expect(page).not.toHaveTitle(first);
  expect(await headTags(page)).toEqual({ titles: 1, addresses: 1, descriptions: 1 });
});

test('a page that differs from what was rendered at build is drawn anew, and its team is notified', async ({
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

test('a chosen theme is on the switch of a page that was rendered without knowing it', async ({ page }) => {
  const reports = watchReports(page);
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.goto(platform.publicUrl);
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(reports).toEqual([]);
});
