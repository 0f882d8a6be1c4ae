import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

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

/**
 * What axe finds serious or critical on a page as it is drawn now, each with the elements; empty where it finds nothing.
 * @param exclude a selector of a part that has checks of its own
 * @param rules these alone
 */
export async function seriousFaults(
  page: Page,
  { exclude, rules }: { exclude?: string; rules?: string[] } = {},
): Promise<string[]> {
  await settle(page);
  // In the page itself and for what is wrong alone: a page of its own for the report takes twice as long.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  if (exclude) axe.exclude(exclude);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
