import { expect, type Page, test } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { ADMIN } from '../test-stacks.ts';
import { ADMIN_LABELS, ADMIN_TABS, type AdminTab } from './dashboard-tabs.ts';
import { DEEP } from './depth.ts';
import { expectFilled, smallTargets } from './drawn-page.ts';
import { person } from './person.ts';
import { LICENSE_KEY, platformClient, runningPlatform, until } from '../platform.ts';
import { seriousFaultsInBothThemes } from './serious-faults.ts';

const platform = runningPlatform();
const { publicUrl } = platform;
const client = platformClient(platform);

const mark = () => randomBytes(5).toString('hex');
const addressOfOne = () => `10.${[...randomBytes(3)].join('.')}`;

/** Folder for pictures of every tab, for manual review. Optional. */
const PICTURES = process.env.PICTURES;

async function buy(email: string) {
  const session = await client.startCheckout(addressOfOne());
  await client.pay(session, email);
  return until('the key arrives', async () => {
    const mails = await client.mailsTo(email);
    return mails.map(({ textBody }) => LICENSE_KEY.exec(textBody)?.[0]).find(Boolean);
  });
}

async function signIn(page: Page) {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': addressOfOne() });
  await page.goto(`${publicUrl}/auth`);
  await page.getByRole('textbox', { name: 'Username' }).fill(ADMIN.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${publicUrl}/admin/overview`);
}

const open = async (page: Page, slug: AdminTab, search = '') => {
  await page.goto(`${publicUrl}/admin/${slug}${search}`);
  await expect(page.getByRole('heading', { level: 1, name: ADMIN_LABELS[slug] })).toBeVisible();
};
/** Opens a tab through its link in the sidebar. */
const openEntry = async (page: Page, slug: AdminTab) => {
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: ADMIN_LABELS[slug] })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: ADMIN_LABELS[slug] })).toBeVisible();
};
const notice = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

test('an admin can follow an order, manage licenses, resellers, prices, keys and selectors, read logs and run tests in one day [S1.01]', async ({
  page,
}) => {
  const buyer = `buyer-${mark()}@example.com`;
  const key = await buy(buyer);
  await signIn(page);
  await expect(page.getByText('Total licenses')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Revenue in USD' })).toBeVisible();

  await test.step('the order is found and everything that happened to it is on one screen', async () => {
    await open(page, 'orders', `?search=${encodeURIComponent(buyer)}`);
    await page.getByRole('row').filter({ hasText: buyer }).getByRole('link').click();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await expect(timeline).toContainText('Payment');
    await expect(timeline).toContainText('License');
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return timeline.textContent();
      })
      .toContain('Email');
  });

  await test.step('records are found from anywhere with the keyboard', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search pages and records' }).fill(buyer);
    await page.getByRole('option').filter({ hasText: key }).click();
    await expect(page).toHaveURL(/\/admin\/licenses\?search=/);
    await expect(page.getByRole('row').filter({ hasText: buyer })).toBeVisible();
  });

  await test.step('a license is made by hand, and ended', async () => {
    const friend = `friend-${mark()}@example.com`;
    await open(page, 'licenses');
    await page.evaluate(() => {
      const isDialog = ({ target }: Event) => (target as Element).matches('[role="dialog"]');
      document.addEventListener('animationstart', (event) => {
        const isMoved = isDialog(event) && !event.animationName.startsWith('antFade');
        if (isMoved) document.body.dataset.movedDialog = event.animationName;
      });
    });
    await page.getByRole('button', { name: 'Create Manual License' }).click();
    await page.getByRole('textbox', { name: 'Customer email' }).fill(friend);
    await page.getByRole('button', { name: 'Create license' }).click();
    await notice(page, 'License created successfully');
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row').filter({ hasText: friend });
    await row.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Deactivate license' }).click();
    await notice(page, 'License deactivated successfully');
    await expect(row).toContainText('Inactive');
    await expect(row.getByRole('button', { name: 'Deactivate' })).toHaveCount(0);
    // A dialog that moves while it opens would move its buttons away from the pointer.
    await expect(page.locator('body')).not.toHaveAttribute('data-moved-dialog');
  });

  await test.step('a reseller is invited, edited, stopped, and gets new credentials', async () => {
    const email = `seller-${mark()}@example.com`;
    const name = `Seller ${mark()}`;
    await open(page, 'resellers');
    await page.getByRole('button', { name: 'Invite reseller' }).first().click();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Business name' }).fill(name);
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await notice(page, 'Reseller created and invitation sent successfully');
    await until('the invitation arrives', async () => (await client.mailsTo(email)).length === 1);
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await page.getByRole('spinbutton').fill('89.5');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await notice(page, 'Reseller updated successfully');
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('$89.50');
    await page.getByRole('button', { name: `Deactivate ${name}` }).click();
    await page.getByRole('button', { name: 'Deactivate reseller' }).click();
    await notice(page, 'Reseller status updated successfully');
    await page.getByRole('button', { name: `Resend credentials to ${name}` }).click();
    await page.getByRole('button', { name: 'Resend credentials', exact: true }).click();
    await notice(page, 'Welcome email resent with new credentials');
    await until('the credentials arrive', async () => (await client.mailsTo(email)).length === 2);
  });

  await test.step('a price is changed, and the public page charges it', async () => {
    await open(page, 'settings');
    const price = page.getByRole('spinbutton', { name: 'Reseller rights price' });
    await price.fill('499');
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Update prices' }).click();
    await notice(page, 'Settings updated successfully');
    const live = () => client.call<{ reseller: { dollars: number } }>('/api/pricing');
    await expect.poll(async () => (await live()).reseller.dollars).toBe(499);
    await price.fill('497');
    await page.getByRole('button', { name: 'Update prices' }).click();
    await expect.poll(async () => (await live()).reseller.dollars).toBe(497);
  });

  await test.step('selectors are edited, tried, published, and taken back', async () => {
    const admin = person(platform);
    await admin.signIn(ADMIN.username, ADMIN.password);
    await admin.call('/api/selectors', 'POST', { selectors: '{}' });
    await open(page, 'selectors');
    await page.getByRole('button', { name: 'Load Example' }).click();
    await page
      .getByRole('textbox', { name: 'HTML of a profile page' })
      .fill('<main><h1>Ada Byron</h1></main>');
    await expect(page.getByText('Ada Byron')).toBeVisible();
    await page.getByRole('button', { name: 'Save selectors' }).click();
    await notice(page, 'Chrome Extension Selectors saved successfully');
    const published = async () =>
      (await client.call<{ selectors: string }>('/api/public/selectors')).selectors;
    expect(await published()).toContain('connectButton');
    const versions = page.getByRole('list', { name: 'Versions' });
    await versions.getByRole('button', { name: 'Restore' }).first().click();
    await expect.poll(published).toBe('{}');
  });

  await test.step('payment keys are replaced, and shown by their end only', async () => {
    await open(page, 'settings');
    const secret = `sk_live_${mark()}${mark()}${mark()}`;
    const live = page.getByRole('form', { name: 'Stripe live keys' });
    // The stored value is beside the field if an earlier run has stored one.
    const field = (label: string) => live.locator('input').and(live.getByLabel(label));
    await field('Live secret key').fill(secret);
    await field('Live webhook secret').fill(`whsec_${mark()}${mark()}${mark()}${mark()}`);
    await live.getByRole('button', { name: 'Update live keys' }).click();
    await notice(page, 'Settings updated successfully');
    await expect(live).toContainText(secret.slice(-4));
    expect(await page.content()).not.toContain(secret);
  });

  await test.step('the logs say what the day was about', async () => {
    await open(page, 'logs');
    await expect(page.getByRole('list', { name: 'System logs' })).toContainText('License issued');
  });

  await test.step('the platform is tested from outside and inside, through the gateway', async () => {
    await open(page, 'qa-testing');
    await page.getByRole('button', { name: 'Run all tests' }).click();
    await expect(page.getByLabel('Result', { exact: true })).toContainText('100%', {
      timeout: 180_000,
    });
  });
});

test(
  'every admin tab has no serious axe violation in light and dark, no cut-off content at 360, 768 and 1440 pixels, and no target below 24 pixels on a phone',
  DEEP,
  async ({ page }) => {
    const admin = person(platform);
    await admin.signIn(ADMIN.username, ADMIN.password);
    await admin.call('/api/admin/resellers', 'POST', {
      email: `long-${mark()}@a-company-with-a-remarkably-long-name.example.com`,
      businessName: `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft ${mark()}`,
    });
    await buy(`${'a'.repeat(50)}-${mark()}@example.com`);
    await signIn(page);
    const faults: string[] = [];
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) refused.push(message.text());
    });
    for (const slug of ADMIN_TABS) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openEntry(page, slug);
      await expectFilled(page);
      // The dashboard around the tab is the same, so it is checked once.
      const part = slug === 'overview' ? {} : { include: 'main' };
      faults.push(...(await seriousFaultsInBothThemes(page, part)).map((fault) => `${slug}: ${fault}`));
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 900 });
        const cut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (cut > 0) faults.push(`${slug}: ${cut} px cut off at ${width}`);
        if (width === 360)
          await expect.poll(() => smallTargets(page), { message: `targets of ${slug}` }).toEqual([]);
        if (!PICTURES) continue;
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: `${PICTURES}/${slug}-${width}-${colorScheme}.png`, fullPage: true });
        }
        await page.emulateMedia({ colorScheme: 'light' });
      }
    }
    expect(faults).toEqual([]);
    expect(refused).toEqual([]);
  },
);
