import { expect, test } from '@playwright/test';
import { runningPlatform } from '../platform.ts';
import { DEEP } from './depth.ts';

const platform = runningPlatform();

/** Height of the sticky header. */
const HEADER = 72;

for (const width of [360, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test(
      'each anchor of the landing page scrolls to its section, although earlier sections were never rendered',
      width === 1440 ? {} : DEEP,
      async ({ page }) => {
        for (const id of ['features', 'integrations', 'pricing', 'faq']) {
          // Leave the page, so that none of its sections is rendered.
          await page.goto('about:blank');
          await page.goto(`${platform.publicUrl}/#${id}`);
          const top = () => page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top);
          await expect
            .poll(async () => Math.abs((await top()) - HEADER), { message: `#${id}` })
            .toBeLessThan(24);
        }
      },
    );
  });
}

test('a link in the header scrolls to its section', async ({ page }) => {
  await page.goto(platform.publicUrl);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
  const top = () => page.locator('#pricing').evaluate((section) => section.getBoundingClientRect().top);
  await expect.poll(async () => Math.abs((await top()) - HEADER)).toBeLessThan(24);
});

test('a visitor who leaves an anchor sees the whole page without another delay', async ({ page }) => {
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
