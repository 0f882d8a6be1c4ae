import { expect, test, type Page } from '@playwright/test';
import { runningPlatform } from '../platform.ts';

const platform = runningPlatform();

/** The guides that only the support center lists, and words that each cannot do without. */
const GUIDES = [
  ['P2.23', 'first-license', /eight groups of four characters/i],
  ['P2.24', 'basic-capture', /one press reads this one profile/i],
  ['P2.25', 'license-types', /suspended/i],
  ['P2.26', 'bulk-export', /export/i],
  ['P2.27', 'field-mapping', /profileUrl/],
  ['P2.28', 'api-limits', /retry-after/i],
  ['P2.29', 'webhooks', /idempotency-key/i],
  ['P2.30', 'troubleshooting-install', /chrome:\/\/extensions/],
  ['P2.31', 'troubleshooting-license', /whole key/i],
  ['P2.32', 'troubleshooting-connection', /401 or 403/],
  ['P2.33', 'performance', /2-3 seconds/],
] as const;

test.describe('a visitor reads one guide after another', () => {
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await page.goto(platform.publicUrl);
  });
  test.afterAll(() => page.close());

  for (const [row, slug, words] of GUIDES) {
    test(`the support center links to ${slug}, which has real content [${row}]`, async () => {
      await page.getByRole('banner').getByRole('link', { name: 'Support', exact: true }).click();
      await page.locator(`a[href="/docs/${slug}"]`).first().click();
      await page.waitForURL(`${platform.publicUrl}/docs/${slug}`);
      const guide = page.getByRole('main');
      await expect(guide).toContainText(words);
      await expect(guide.getByRole('heading', { name: /^Step 1/ })).toBeVisible();
      await expect(guide.getByRole('heading', { name: 'Troubleshooting', exact: true })).toBeVisible();
      expect((await guide.innerText()).length).toBeGreaterThan(1200);
    });
  }
});

test('every article of the support center opens at its own address [P2.111]', async ({ page }) => {
  await page.goto(`${platform.publicUrl}/support`);
  const articles = page.getByRole('main').locator('a[href^="/docs/"]');
  const addresses = new Set(
    await articles.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  );
  expect(addresses.size).toBe(19);
  const titles = new Set<string>();
  for (const address of addresses) {
    // As a link does, without loading the page anew.
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    const title = page.getByRole('main').getByRole('heading', { level: 1 });
    await expect(title).not.toHaveText([...titles].at(-1) ?? '');
    await expect(title).not.toHaveText(/not found/i);
    titles.add(await title.innerText());
  }
  expect(titles.size).toBe(19);
});

test('the landing page has an image at /og-image.png as its default share image [P2.42]', async ({
  page,
}) => {
  await page.goto(platform.publicUrl);
  const shared = await page.locator('meta[property="og:image"]').getAttribute('content');
  expect(shared).toBe(`${platform.publicUrl}/og-image.png`);
  const answer = await page.request.get(shared ?? '');
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toBe('image/png');
  expect((await answer.body()).subarray(1, 4).toString()).toBe('PNG');
});

test('the demo film plays and shows its captions', async ({ page }) => {
  await page.goto(platform.publicUrl);
  await page.getByRole('button', { name: /One press, one lead sent/ }).click();
  const film = page.locator('video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(6);
  expect(await film.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.mode)).toBe('showing');
  await expect
    .poll(() => film.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.activeCues?.length))
    .toBe(1);
});

test('the ring on the film starts it and then reveals its controls', async ({ page }) => {
  await page.goto(platform.publicUrl);
  const ring = page.getByRole('button', { name: 'Play the film' });
  await ring.click();
  const film = page.locator('video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  await expect(ring).toHaveCount(0);
});

test('the site has the icons that browsers and phones request', async ({ page, request }) => {
  await page.goto(platform.publicUrl);
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  for (const path of [touch ?? '', '/favicon.ico']) {
    const reply = await request.get(platform.publicUrl + path);
    expect({ path, status: reply.status() }).toEqual({ path, status: 200 });
    expect((await reply.body()).length).toBeGreaterThan(300);
  }
  await expect(page.locator('meta[name=theme-color]')).toHaveCount(2);
});

test('the site has one title, which follows the page', async ({ page }) => {
  await page.goto(`${platform.publicUrl}/integrations`);
  await expect(page).toHaveTitle(/^Integrations/);
  await page.getByRole('link', { name: 'HubSpot' }).first().click();
  await expect(page).toHaveTitle(/HubSpot/);
  await expect(page.locator('title')).toHaveCount(1);
});
