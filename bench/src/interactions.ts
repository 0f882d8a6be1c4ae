import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** One interaction and the time from input to next paint. */
export interface Interaction {
  kind: string;
  ms: number;
}

/** A page with a list, and how a visitor uses it. */
export interface ListPage {
  /** The tab of the list. */
  tab: string;
  heading: string;
  /** The name of the column that sorts the list, if there is one. */
  sortedBy?: string;
  open: (page: Page) => Locator;
  details: (page: Page) => Locator;
  close: (page: Page) => Locator;
}

interface Entry {
  id: number;
  startTime: number;
  duration: number;
}

/** Plain JavaScript, because helpers of a compiler do not exist in the page. */
const WATCH = join(import.meta.dirname, '../plain/interactions.js');
const CPU_SLOWDOWN = 4;
/** The browser records no faster interactions. */
const THRESHOLD_MS = 16;
const TYPED = 'buyer-12';
const KEY_DELAY_MS = 90;
/** Delay between moving the pointer and the press, and between press and release, in ms. */
const POINTER_MS = 60;
/** Time after which the browser has recorded the paint, even on a busy machine, in ms. */
const RECORDED_MS = 400;

/** Call it before the page is opened. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript({ path: WATCH });
}

/** Uses a visible list as a visitor does, with a CPU throttled four times. */
export async function useList(page: Page, list: ListPage): Promise<Interaction[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const found: Interaction[] = [];
  const measure = async (kind: string, count: number, act: () => Promise<void>, result: Locator) => {
    const from = await page.evaluate(() => performance.now());
    await act();
    await result.first().waitFor();
    await page.waitForTimeout(RECORDED_MS);
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    const entries = await page.evaluate(
      () => (globalThis as unknown as { interactions: Entry[] }).interactions,
    );
    const longest = new Map<number, number>();
    for (const { id, startTime, duration } of entries) {
      if (startTime >= from) longest.set(id, Math.max(duration, longest.get(id) ?? 0));
    }
    const times = [...longest.values()];
    while (times.length < count) times.push(THRESHOLD_MS);
    found.push(...times.map((ms) => ({ kind, ms })));
  };
  const click = (target: Locator) => async () => {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error(`${String(target)} is not on screen`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(POINTER_MS);
    await page.mouse.down();
    await page.waitForTimeout(POINTER_MS);
    await page.mouse.up();
  };

  const rows = page.locator('tbody tr');
  const search = page.getByRole('searchbox');
  await search.focus();
  await measure(
    'typing in the search',
    TYPED.length,
    () => page.keyboard.type(TYPED, { delay: KEY_DELAY_MS }),
    rows.first().filter({ hasText: TYPED }),
  );
  await page.keyboard.press('Control+a');
  await measure('clearing the search', 1, () => page.keyboard.press('Backspace'), rows.nth(20));

  const status = page.getByRole('combobox', { name: 'Status' });
  const chosen = (nth: number) => status.locator(`option:nth-child(${nth}):checked`);
  for (const [key, nth] of [
    ['ArrowDown', 2],
    ['ArrowUp', 1],
  ] as const) {
    await status.focus();
    const isChosen = async () => {
      await page.keyboard.press(key);
      await chosen(nth).waitFor({ state: 'attached' });
    };
    await measure('choosing a filter', 1, isChosen, rows);
  }

  const current = page.locator('[aria-current="page"]', { hasText: /^Page / });
  const go = (name: string) => click(page.getByRole('button', { name, exact: true }));
  await measure('next page', 1, go('Next'), current.filter({ hasText: 'Page 2' }));
  await measure('page before', 1, go('Previous'), current.filter({ hasText: 'Page 1' }));
  if (list.sortedBy !== undefined) {
    for (const direction of ['ascending', 'descending'])
      await measure('sorting', 1, go(list.sortedBy), page.locator(`th[aria-sort="${direction}"]`));
  }
  await measure('opening details', 1, click(list.open(page)), list.details(page));
  await measure('closing details', 1, click(list.close(page)), rows);
  await list.details(page).waitFor({ state: 'hidden' });

  const tab = (name: string) => click(page.getByRole('link', { name, exact: true }).first());
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await measure('switching tabs', 1, tab('Overview'), heading('Overview'));
  await measure('switching tabs', 1, tab(list.tab), heading(list.heading));
  await rows.first().waitFor();
  return found;
}
