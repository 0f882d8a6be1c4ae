import { expect, test } from '@playwright/test';
import { runningPlatform } from '../platform.ts';

const platform = runningPlatform();

/** The guides that only the support center lists, with words that must occur in each. */
const GUIDES = [
  ['first-license', /eight groups of four characters/i],
  ['basic-capture', /one press reads this one profile/i],
  ['license-types', /suspended/i],
  ['bulk-export', /export/i],
  ['field-mapping', /profileUrl/],
  ['api-limits', /retry-after/i],
  ['webhooks', /idempotency-key/i],
  ['troubleshooting-install', /chrome:\/\/extensions/],
  ['troubleshooting-license', /whole key/i],
  ['troubleshooting-connection', /401 or 403/],
  ['performance', /2-3 seconds/],
] as const;

test('every article of the support center opens at its own address with real content [P2.23] [P2.24] [P2.25] [P2.26] [P2.27] [P2.28] [P2.29] [P2.30] [P2.31] [P2.32] [P2.33] [P2.111]', async ({
  page,
}) => {
  await page.goto(`${platform.publicUrl}/support`);
  const main = page.getByRole('main');
  const articles = main.locator('a[href^="/docs/"]');
  const addresses = new Set(
    await articles.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '')),
  );
  expect(addresses.size).toBe(19);
  const wordsOf = new Map<string, RegExp>(GUIDES.map(([slug, words]) => [`/docs/${slug}`, words]));
  expect([...addresses]).toEqual(expect.arrayContaining([...wordsOf.keys()]));
  const titles = new Set<string>();
  const title = main.getByRole('heading', { level: 1 });
  for (const address of addresses) {
    if (titles.size === 0) await articles.first().click();
    // Navigates like a link, without a reload.
    else
      await page.evaluate((path) => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }, address);
    await page.waitForURL(platform.publicUrl + address);
    await expect(title).not.toHaveText([...titles].at(-1) ?? 'How can we help?');
    await expect(title).not.toHaveText(/not found/i);
    titles.add(await title.innerText());
    const words = wordsOf.get(address);
    if (!words) continue;
    await expect(main).toContainText(words);
    await expect(main.getByRole('heading', { name: /^Step 1/ })).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Troubleshooting', exact: true })).toBeVisible();
    expect((await main.innerText()).length).toBeGreaterThan(1200);
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
