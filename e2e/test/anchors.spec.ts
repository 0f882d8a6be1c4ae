import { expect, test } from '@playwright/test';
import { runningPlatform } from '../platform.ts';

const platform = runningPlatform();

/** The page's header, which stays on top of what scrolls. */
const HEADER = 72;

for (const width of [360, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    for (const id of ['features', 'integrations', 'pricing', 'faq']) {
      test(`#${id} of the landing page is where its anchor leads, though the sections before were never on screen`, async ({
        page,
      }) => {
        await page.goto(`${platform.publicUrl}/#${id}`);
        const top = () => page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top);
        await expect.poll(async () => Math.abs((await top()) - HEADER)).toBeLessThan(24);
      });
    }
  });
}

test('a press on a link of the header leads to its section', async ({ page }) => {
  await page.goto(platform.publicUrl);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
  const top = () => page.locator('#pricing').evaluate((section) => section.getBoundingClientRect().top);
  await expect.poll(async () => Math.abs((await top()) - HEADER)).toBeLessThan(24);
});

test('who leaves an anchor sees the page as it is: what waits for a later frame of a load has waited once', async ({
  page,
}) => {
  await page.goto(`${platform.publicUrl}/#faq`);
  await expect(page.locator('#faq')).toBeInViewport();
  const waiting = () =>
    document
      .getAnimations()
      .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
      .filter((frame) => 'contentVisibility' in frame).length;
  await expect.poll(() => page.evaluate(waiting)).toBe(0);
  await page.evaluate(() => (location.hash = ''));
  expect(await page.evaluate(waiting)).toBe(0);
});
