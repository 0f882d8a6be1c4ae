import { expect, type Locator, type Page, test } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { ADMIN } from '../test-stacks.ts';
import { runningPlatform } from '../platform.ts';
import { expectFilled, smallTargets } from './drawn-page.ts';
import { person } from './person.ts';
import { makeReseller } from './reseller.ts';
import { seriousFaults } from './serious-faults.ts';

const platform = runningPlatform();
const { publicUrl } = platform;

/** More than the number of stops between two places of a walk. */
const MAX_STEPS = 80;

const mark = () => randomBytes(5).toString('hex');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function openAs(page: Page, cookie: string, address: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=', 2);
  await page.context().addCookies([{ name, value, url: publicUrl }]);
  await page.goto(publicUrl + address);
}

/**
 * Whether the place has the focus, and whether the focused element shows it with an outline or shadow of its own or
 * of its field.
 */
const focusAt = (place: Locator) =>
  place.evaluate((element) => {
    const focused = document.activeElement;
    const isShown = [focused, focused?.parentElement ?? null].some((one) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    });
    return {
      isThere: element === focused,
      // Between the last and the first place, the browser itself has the focus.
      isShown: isShown || focused === document.body,
      where: focused?.outerHTML.slice(0, 160),
    };
  });

/** Presses Tab until the place has the focus. The focus must be visible at every step. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { isThere, isShown, where } = await focusAt(place);
    if (step > 0 && !isShown) {
      const message = `the focus is seen at ${where}`;
      await expect.poll(async () => (await focusAt(place)).isShown, { message }).toBe(true);
    }
    if (isThere) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${place.toString()}`);
}

/** Opens a page through the sidebar. On a phone it is a drawer, which closes afterwards. */
async function openPage(page: Page, entry: string | RegExp): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  const isPhone = await menu.isVisible();
  if (isPhone) {
    await tabTo(page, menu);
    await page.keyboard.press('Enter');
  }
  const sidebar = isPhone ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('complementary');
  await tabTo(page, sidebar.getByRole('link', { name: entry, exact: true }));
  await page.keyboard.press('Enter');
  if (isPhone) await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
}

/** Skips to the content, then opens every page of the sidebar and checks it in light and at this width. */
async function walkPages(page: Page, pages: readonly (readonly [entry: string | RegExp, title: string])[]) {
  await expect(heading(page, pages[0]?.[1] ?? '')).toBeVisible();
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  for (const [entry, title] of pages) {
    await openPage(page, entry);
    await expect(heading(page, title)).toBeVisible();
    await expectFilled(page);
    await expect.poll(() => smallTargets(page), { message: `targets of ${title}` }).toEqual([]);
    const cutOff = await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
    // The dashboard around the page is the same, so it is checked once.
    const part = title === pages[0]?.[1] ? {} : { include: 'main' };
    expect({ title, cutOff, serious: await seriousFaults(page, part) }).toEqual({
      title,
      cutOff: 0,
      serious: [],
    });
  }
}

/** Opens a dialog by its button, leaves it with `key`, and expects the focus on the button. */
async function openAndLeave(page: Page, button: Locator, leave: { title: RegExp; key: 'Escape' | 'Enter' }) {
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: leave.title });
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  // A destructive dialog starts at Cancel, so that Enter is harmless.
  if (leave.key === 'Enter') await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press(leave.key);
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
}

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('a reseller can use the whole dashboard by keyboard only, and no page has a serious axe violation', async ({
    page,
  }) => {
    const reseller = await makeReseller(platform, {
      businessName: `Keyboard ${mark()}`,
      productPrice: '99',
      currency: 'EUR',
    });
    const customerEmail = `walk-${mark()}@example.com`;
    await reseller.signedIn.call('/api/resellers/licenses', 'POST', { customerEmail });
    await openAs(page, reseller.signedIn.cookie(), '/reseller-dashboard/overview');
    await walkPages(page, [
      ['Overview', 'Overview'],
      ['Sales Page', 'Sales Page'],
      ['Payment Setup', 'Payment Setup'],
      ['Orders', 'Orders'],
      ['Discount Codes', 'Discount Codes'],
      ['Settings', 'Integration Settings'],
      [/Reseller Account/, 'Profile Settings'],
      ['License Management', 'License Management'],
    ]);

    await tabTo(page, page.getByRole('searchbox', { name: 'Search licenses' }));
    await page.keyboard.type(customerEmail);
    const table = page.getByRole('table', { name: 'Licenses' });
    await expect(page).toHaveURL(/search=/);
    await expect(table.getByRole('row', { name: customerEmail })).toBeVisible();
    await openAndLeave(page, page.getByRole('button', { name: `View details of ${customerEmail}` }), {
      title: /license/i,
      key: 'Escape',
    });
    await openAndLeave(page, page.getByRole('button', { name: `Delete license of ${customerEmail}` }), {
      title: /^Delete the license of /,
      key: 'Enter',
    });
    await expect(table.getByRole('row', { name: customerEmail })).toBeVisible();
  });

  test('an admin can use the whole dashboard by keyboard only, and no page has a serious axe violation', async ({
    page,
  }) => {
    const admin = person(platform);
    await admin.signIn(ADMIN.username, ADMIN.password);
    const customerEmail = `walk-${mark()}@example.com`;
    await admin.call('/api/admin/licenses/manual', 'POST', { email: customerEmail });
    await openAs(page, admin.cookie(), '/admin/overview');
    await walkPages(page, [
      ['Overview', 'Overview'],
      ['Orders', 'Orders'],
      ['Discount Codes', 'Discount Codes'],
      ['Settings', 'Settings'],
      ['Reseller Management', 'Reseller Management'],
      ['Chrome Extension Selectors', 'Chrome Extension Selectors'],
      [/^Support Tickets/, 'Support Tickets'],
      ['System Logs', 'System Logs'],
      ['QA Testing', 'QA Testing'],
      ['Failures', 'Failures'],
      ['Audit Log', 'Audit Log'],
      ['Privacy', 'Privacy'],
      ['Releases', 'Releases'],
      ['Profile', 'Profile'],
      ['License Management', 'License Management'],
    ]);

    await tabTo(page, page.getByRole('searchbox'));
    await page.keyboard.type(customerEmail);
    const row = page.getByRole('row').filter({ hasText: customerEmail });
    await expect(page).toHaveURL(/search=/);
    await expect(row).toBeVisible();
    await tabTo(page, page.getByRole('combobox', { name: 'Status' }));
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/status=/);
    await expect(row).toBeVisible();
    await openAndLeave(page, row.getByRole('button', { name: 'Deactivate' }), {
      title: /deactivate/i,
      key: 'Enter',
    });
    await expect(row).toContainText('Active');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a reseller and an admin can reach pages through the menu by keyboard only', async ({ page }) => {
    const reseller = await makeReseller(platform, {
      businessName: `Keyboard ${mark()}`,
      productPrice: '99',
      currency: 'EUR',
    });
    await openAs(page, reseller.signedIn.cookie(), '/reseller-dashboard/overview');
    await walkPages(page, [
      ['Overview', 'Overview'],
      [/Reseller Account/, 'Profile Settings'],
    ]);
    const admin = person(platform);
    await admin.signIn(ADMIN.username, ADMIN.password);
    await openAs(page, admin.cookie(), '/admin/overview');
    await walkPages(page, [
      ['Overview', 'Overview'],
      ['License Management', 'License Management'],
    ]);
  });
});
