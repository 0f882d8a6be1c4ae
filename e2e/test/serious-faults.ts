import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Until nothing fades: colors that are on their way are nobody's. What turns for ever may. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  );
}

/** In the page itself and for what is wrong alone: a page of its own for the report takes twice as long. */
export const axeFor = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });

interface Part {
  /** A selector of the only part that is judged, where the rest was judged before. */
  include?: string;
  /** A selector of a part that has checks of its own. */
  exclude?: string;
}

/** In another theme only these can fail. */
export const RULES_OF_COLORS = ['color-contrast', 'link-in-text-block'];

/** What axe finds serious or critical on a page as it is drawn now, each with the elements; empty where it finds nothing. */
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

/** The same in light and then in dark; the page is light before and after. */
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
