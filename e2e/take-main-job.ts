import { type Browser, chromium, type Page } from '@playwright/test';
import { resolve } from 'node:path';
import { type Platform, platformClient, runningPlatform, until } from './platform.ts';
import { startTestStacks } from './test-stacks.ts';

/**
 * Takes the README's picture of a purchase: `npm run pictures:readme -w e2e`. Uses the platform at PUBLIC_URL and
 * SANDBOX_URL, or starts its own. The picture is in the repository, so run it only after a visible change.
 */
const OUTPUT = resolve(import.meta.dirname, '../docs/main-job.png');
const PHONE = { width: 360, height: 736 };
const EMAIL = 'maya@northbeam.example';

interface Step {
  title: string;
  picture: Buffer;
}

const shoot = (page: Page) => page.screenshot({ animations: 'disabled', caret: 'hide' });

async function takeSteps(browser: Browser, platform: Platform): Promise<Step[]> {
  const page = await browser.newPage({ viewport: PHONE, reducedMotion: 'reduce' });
  await page.goto(platform.publicUrl);
  const buy = page
    .getByRole('main')
    .getByRole('button', { name: /get it for \$/i })
    .first();
  await buy.waitFor();
  const shop = await shoot(page);
  await buy.click();
  await page.waitForURL(/\/pay\//);
  await page.getByLabel(/e-?mail/i).fill(EMAIL);
  const payment = await shoot(page);
  await page.getByRole('button', { name: /^pay/i }).first().click();
  await page.getByText('m***@northbeam.example').waitFor();
  const paid = await shoot(page);
  const [mail] = await until('the mail with the key', async () => {
    const mails = await platformClient(platform).mailsTo(EMAIL);
    return mails.length > 0 && mails;
  });
  // A separate page, because the shop's content policy would block the mail's styles.
  const reader = await browser.newPage({ viewport: PHONE });
  await reader.setContent(mail?.htmlBody ?? '');
  return [
    { title: '1. The shop: price and button', picture: shop },
    { title: '2. The payment provider', picture: payment },
    { title: '3. Back: paid, email masked', picture: paid },
    { title: '4. The email with the key', picture: await shoot(reader) },
  ];
}

async function compose(browser: Browser, steps: readonly Step[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1568, height: 832 } });
  const figures = steps.map(
    ({ title, picture }) =>
      `<figure><figcaption>${title}</figcaption><img src="data:image/png;base64,${picture.toString('base64')}"></figure>`,
  );
  await page.setContent(
    `<style>
      body { display: flex; gap: 24px; margin: 0; padding: 24px 28px; background: #fbfaf6; color: #10141f }
      figure { margin: 0 } figcaption { margin-bottom: 10px; font: 600 18px/1.3 system-ui, sans-serif }
      img { display: block; border: 1px solid #e6e2d8; border-radius: 10px }
    </style>${figures.join('')}`,
  );
  await page.screenshot({ path: OUTPUT, fullPage: true });
}

const stop = process.env.PUBLIC_URL ? () => Promise.resolve() : await startTestStacks(1);
const browser = await chromium.launch({
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  args: ['--no-sandbox', '--hide-scrollbars'],
});
try {
  await compose(browser, await takeSteps(browser, runningPlatform()));
} finally {
  await browser.close();
  await stop();
}
