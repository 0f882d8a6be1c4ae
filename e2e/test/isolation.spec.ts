import { expect, test } from '@playwright/test';
import { runningPlatform } from './platform.ts';

const { publicUrl } = runningPlatform();

/** Pages of each remote; every stylesheet that they bring is looked at. */
const PAGES = { 'mfe-storefront': '/', 'mfe-support': '/support?tab=contact', 'mfe-admin': '/auth' };

for (const [remote, path] of Object.entries(PAGES)) {
  test(`${remote} cannot restyle another: each of its rules names a class of its own`, async ({ page }) => {
    await page.goto(publicUrl + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const selectors = await page.evaluate((name) => {
      const rulesOf = (rules: CSSRuleList): string[] =>
        [...rules].flatMap((rule) => {
          if (rule instanceof CSSStyleRule) return [rule.selectorText];
          return rule instanceof CSSMediaRule || rule instanceof CSSSupportsRule
            ? rulesOf(rule.cssRules)
            : [];
        });
      return [...document.styleSheets]
        .filter((sheet) => sheet.href?.includes(`/assets/${name}/`))
        .flatMap((sheet) => rulesOf(sheet.cssRules));
    }, remote);
    expect(selectors.length).toBeGreaterThan(5);
    const strangers = selectors
      .flatMap((list) => list.split(/,(?![^(]*\))/))
      .filter((selector) => !selector.includes(`.${remote}-`));
    expect(strangers).toEqual([]);
  });

  test(`${remote} leaves the page's globals as it found them`, async ({ page }) => {
    await page.addInitScript(() => {
      const known = new Set(Object.getOwnPropertyNames(window));
      Object.defineProperty(window, 'addedGlobals', {
        value: () =>
          Object.getOwnPropertyNames(window).filter((name) => !known.has(name) && name !== 'addedGlobals'),
      });
    });
    await page.goto(publicUrl + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const added = await page.evaluate(() =>
      (window as unknown as { addedGlobals: () => string[] }).addedGlobals(),
    );
    // A container for each app and the bundler's list of chunks; nothing that another remote could meet.
    const own = /^(shell|mfe_[a-z]+|webpackChunk|rspackChunk|chunk)/i;
    expect(added.filter((name) => !own.test(name))).toEqual([]);
  });
}
