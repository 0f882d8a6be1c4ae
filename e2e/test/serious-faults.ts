import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Waits for transitions to end, because otherwise intermediate colors would be checked. Endless animations are ignored. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  );
}

/** Runs in the page and reports only violations, because a separate report page takes twice as long. */
export const axeFor = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });

interface Part {
  /** Selector of the only part to check, if the rest was checked before. */
  include?: string;
  /** Selector of a part that other tests check. */
  exclude?: string;
}

/** The rules that depend on the theme. */
export const RULES_OF_COLORS = ['color-contrast', 'link-in-text-block'];

/** Lists serious and critical axe violations of the current page with their elements. */
export async function seriousFaults(
  page: Page,
  { include, exclude, rules }: Part & { rules?: string[] } = {},
) {
  await settle(page);
  const axe = axeFor(page);
  if (include) axe.include(include);
  if (exclude) axe.exclude(exclude);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Like `seriousFaults`, in light and then in dark. The page is light before and after. */
export async function seriousFaultsInBothThemes(page: Page, part: Part = {}): Promise<string[]> {
  const body = page.locator('body');
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await seriousFaults(page, part);
  const background = await body.evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(body).not.toHaveCSS('background-color', background);
  const dark = await seriousFaults(page, { ...part, rules: RULES_OF_COLORS });
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(body).toHaveCSS('background-color', background);
  return [...light, ...dark.map((fault) => `in dark: ${fault}`)];
}
