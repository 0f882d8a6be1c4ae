import { expect, type Page } from '@playwright/test';

/** WCAG 2.2, 2.5.8. */
const MIN_TARGET = 24;

/** Waits until the page has loaded its data, so that its lists are checked too. */
export const expectFilled = (page: Page): Promise<void> =>
  expect(page.locator('main').locator('[aria-busy="true"], .ant-skeleton')).toHaveCount(0);

/**
 * Lists the targets that are too small for a finger. Links in a sentence and controls with a larger label do not
 * count.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible';
    };
    return [...document.querySelectorAll('button, select, a, input:not([type=checkbox], [type=radio])')]
      .filter(isShown)
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .filter((element) => {
        const field = element.closest('label, .ant-select, .ant-input-affix-wrapper') ?? element;
        const { width, height } = field.getBoundingClientRect();
        return Math.min(width, height) < least;
      })
      .map((element) => element.outerHTML.slice(0, 160));
  }, MIN_TARGET);
