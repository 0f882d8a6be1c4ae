import { expect, type Frame, type Page, test } from '@playwright/test';
import { accentTones } from '@leadping/contracts/commerce/accent-color';
import { EMPTY_SALES_PAGE } from '@leadping/contracts/commerce/sales-page';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { runningPlatform } from '../platform.ts';
import { DEEP } from './depth.ts';
import { makeReseller, type TestReseller } from './reseller.ts';
import { seriousFaults } from './serious-faults.ts';

const platform = runningPlatform();
const { publicUrl } = platform;

/** `PICTURES=/some/folder` stores pictures of the pages. */
const PICTURES = process.env.PICTURES;
const keepPicture = async (page: Page, name: string) => {
  if (!PICTURES) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `tenant-${name}.png`), fullPage: true });
};

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="120" height="40" rx="8" fill="#0a7d55"/><circle cx="22" cy="20" r="10" fill="#ffffff"/></svg>`;
const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

async function makePage(business: { businessName: string; productPrice: string; currency: string }) {
  const reseller = await makeReseller(platform, business);
  const body = new FormData();
  body.append('logo', new Blob([LOGO], { type: 'image/svg+xml' }), 'logo.svg');
  const upload = await fetch(`${publicUrl}/api/resellers/upload-logo`, {
    method: 'POST',
    body,
    headers: { cookie: reseller.signedIn.cookie(), origin: publicUrl },
  });
  expect(upload.status).toBe(200);
  return reseller;
}

/** The text and colors of a page, in reading order. */
const readPage = (page: Page | Frame) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    const colors = ['signal', 'signal-soft', 'on-signal', 'accent', 'on-accent', 'call'];
    // Parts with a clock or animation differ between visits.
    const text = ['header', 'aside', '#hero h1', '#pricing', '#faq', 'footer'].map((part) =>
      document.querySelector(part)?.textContent?.replaceAll(/\s+/g, ' ').trim(),
    );
    const pictures = [...document.querySelectorAll('img[src^="/api/logos"]')].map((image) =>
      image.getAttribute('src'),
    );
    return { text, pictures, colors: colors.map((name) => style.getPropertyValue(`--lp-color-${name}`)) };
  });

test.describe('the page of a reseller', () => {
  let acme: TestReseller;
  test.beforeAll(async () => {
    acme = await makePage({ businessName: 'Acme Growth Partners', productPrice: '1149', currency: 'CHF' });
  });

  const openDashboard = async (page: Page) => {
    const [name = '', value = ''] = acme.signedIn.cookie().split('=', 2);
    await page.context().addCookies([{ name, value, url: publicUrl }]);
    await page.goto(`${publicUrl}/reseller-dashboard/sales-page`);
  };

  test('can be edited in the dashboard, and its HTML, live page and preview are equal', async ({
    page,
    browser,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openDashboard(page);
    const form = page.getByRole('form', { name: 'Color, questions and contact' });
    await form.getByLabel(/^Color/).fill('#0A7D55');
    await form.getByLabel(/Contact email/).fill('help@acme.example');
    await form.getByLabel(/Contact link/).fill('https://acme.example/help');
    await form.getByRole('button', { name: 'Add question' }).click();
    await form.getByRole('textbox', { name: 'Question 1' }).fill('Do you <b>install</b> it for us?');
    await form
      .getByRole('textbox', { name: 'Answer 1' })
      .fill('Yes: <script>document.title = "run"</script>\nOn a call.');
    await form.getByRole('button', { name: 'Save page' }).click();
    await expect(page.getByText('Sales Page Updated', { exact: true })).toBeVisible();

    const html = await browser.newPage({ javaScriptEnabled: false });
    await expect(async () => {
      await html.goto(`${publicUrl}/r/${acme.slug}`);
      expect(await html.locator('#faq').textContent()).toContain('Do you <b>install</b> it for us?');
    }).toPass();
    const written = await readPage(html);
    await html.close();

    const live = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const faults: string[] = [];
    live.on('pageerror', ({ message }) => faults.push(message));
    live.on('request', (request) => {
      if (request.url().endsWith('/api/client-errors')) faults.push(request.postData() ?? '');
    });
    await live.goto(`${publicUrl}/r/${acme.slug}`);
    const question = live.getByRole('button', { name: 'Do you <b>install</b> it for us?' });
    await question.click();
    await expect(live.getByText('<script>document.title = "run"</script>')).toBeVisible();
    await expect(live).toHaveTitle(/^Acme Growth Partners: /);
    const shown = await readPage(live);
    expect(faults).toEqual([]);
    expect(shown).toEqual(written);
    expect(shown.colors[0]).toBe(accentTones('#0a7d55').light.signal);
    expect(shown.colors[3]).toBe('#0a7d55');
    expect(shown.pictures).toHaveLength(3);
    const footer = live.getByRole('contentinfo');
    await expect(footer.getByText('Powered by Leadping')).toBeVisible();
    await expect(footer.getByText(/Leadping/)).toHaveCount(1);
    await expect(footer.getByRole('link', { name: 'help@acme.example' })).toBeVisible();
    // Their price in their currency, once in the offer, and none of ours.
    expect((await live.locator('#pricing').innerText()).match(/CHF1,149 CHF/g)).toHaveLength(1);
    for (const ours of ['$29', '$79']) await expect(live.locator('main')).not.toContainText(ours);
    await live.close();

    const preview = page.getByTitle('Preview of Acme Growth Partners');
    await preview.scrollIntoViewIfNeeded();
    await expect(async () => {
      const frame = await (await preview.elementHandle())?.contentFrame();
      if (!frame) throw new Error('The preview has no document');
      expect(await readPage(frame)).toEqual(shown);
    }).toPass();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`has no serious axe violation in its own colors, in ${colorScheme}`, async ({ browser }) => {
      await acme.signedIn.call('/api/resellers/sales-page', 'PUT', {
        ...EMPTY_SALES_PAGE,
        accentColor: colorScheme === 'light' ? '#ffd400' : '#4b0082',
        questions: [{ question: 'Do you install it?', answer: 'Yes.' }],
        contactEmail: 'help@acme.example',
      });
      const context = await browser.newContext({
        colorScheme,
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 20_000 },
      });
      const page = await context.newPage();
      await expect(async () => {
        await page.goto(`${publicUrl}/r/${acme.slug}`);
        expect((await readPage(page)).colors[3]).toBe(colorScheme === 'light' ? '#ffd400' : '#4b0082');
      }).toPass();
      await page.waitForLoadState('networkidle');
      expect(await seriousFaults(page)).toEqual([]);
      for (const width of PICTURES ? [360, 768, 1440] : []) {
        await page.setViewportSize({ width, height: 900 });
        await keepPicture(page, `${colorScheme}-${width}`);
      }
      await context.close();
    });
  }
});

test('a renamed reseller is found by the former name in the path and as the subdomain, and the page moves to the current name [R-checkout.48]', async ({
  page,
}) => {
  const reseller = await makeReseller(platform, {
    businessName: 'Before Ltd',
    productPrice: '79',
    currency: 'USD',
  });
  await reseller.signedIn.call('/api/resellers/business-config', 'POST', { businessName: 'After Ltd' });
  const { slug } = await reseller.signedIn.call<{ slug: string }>('/api/resellers/me');
  expect(slug).toMatch(/^after-ltd-/);
  const offer = page.getByRole('complementary', { name: 'Offer' });
  const subdomain = (name: string) => publicUrl.replace('//', `//${name}.`);
  for (const addressOf of [
    (name: string) => `${publicUrl}/r/${name}`,
    (name: string) => `${subdomain(name)}/`,
  ]) {
    await page.goto(`${addressOf(reseller.slug)}?ref=mail#pricing`);
    await expect(page).toHaveURL(`${addressOf(slug)}?ref=mail#pricing`);
    await expect(offer).toContainText('After Ltd');
  }
});

for (const [productPrice, currency] of [
  ['1149', 'CHF'],
  ['120000', 'JPY'],
] as const) {
  test(
    `a reseller's page fits a long name and ${currency} ${productPrice} on any screen`,
    currency === 'JPY' ? DEEP : {},
    async ({ browser }) => {
      const reseller = await makePage({ businessName: LONG, productPrice, currency });
      await reseller.signedIn.call('/api/resellers/sales-page', 'PUT', {
        accentColor: '#c2185b',
        questions: [{ question: `${LONG}?`, answer: LONG.repeat(3) }],
        contactEmail: `${'long.'.repeat(12)}x@example.com`,
        contactUrl: `https://example.com/${'path/'.repeat(30)}`,
      });
      const page = await browser.newPage({ reducedMotion: 'reduce' });
      for (const below of ['', '/integrations', '/support']) {
        await page.goto(`${publicUrl}/r/${reseller.slug}${below}`);
        await expect(page.getByRole('complementary', { name: 'Offer' })).toContainText(LONG);
        await expect(page.getByText(/CHF1,149 CHF|¥120,000/).first()).toBeAttached();
        for (const width of [320, 360, 768, 1024, 1440]) {
          await page.setViewportSize({ width, height: 800 });
          await expect
            .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${width} px, ${below}`)
            .toBe(width);
          if (!below) await keepPicture(page, `long-${currency}-${width}`);
        }
      }
      await page.close();
    },
  );
}
