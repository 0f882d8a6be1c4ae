import type { ReleaseDocument } from '@leadping/contracts/release';
import { expect, type Page, test } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { runningPlatform, until } from '../platform.ts';
import { DEEP } from './depth.ts';
import { type Probe, routeOf, teamAt } from './probe-remote.ts';
import { makeReseller } from './reseller.ts';

const platform = runningPlatform();
const { publicUrl } = platform;
const team = teamAt(publicUrl, process.env.RELEASE_TOKEN ?? '');
const ADMIN_REMOTE = 'mfe-admin';

let reseller: { username: string; password: string };
test.beforeAll(async () => {
  const { signedIn, password } = await makeReseller(platform, {
    businessName: 'Alone Leads',
    productPrice: '99',
    currency: 'USD',
  });
  const { username } = await signedIn.call<{ username: string }>('/api/user');
  reseller = { username, password };
});

async function servedVersion(): Promise<string | undefined> {
  const { remotes } = (await (await fetch(`${publicUrl}/remotes.json`)).json()) as ReleaseDocument;
  return remotes[ADMIN_REMOTE]?.version;
}

const becomesServed = (version: string | undefined) =>
  until(`mfe-admin is served as ${version}`, async () => (await servedVersion()) === version);

/** Each sign-in has a new address, because one address gets three attempts in ten seconds. */
async function signIn(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` });
  await page.goto(`${publicUrl}/reseller-dashboard`);
  await expect(page).toHaveURL(`${publicUrl}/auth`);
  const submit = page.getByRole('button', { name: 'Sign in' });
  await expect(submit).toBeEnabled();
  await page.getByLabel('Username').fill(reseller.username);
  await page.getByLabel('Password', { exact: true }).fill(reseller.password);
  await submit.click();
}

async function expectDashboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Overview', exact: true })).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/reseller-dashboard/);
}

test('a reseller signs in and reaches the dashboard while mfe-admin is withdrawn', async ({ page }) => {
  const version = await servedVersion();
  await team.retire(ADMIN_REMOTE);
  try {
    await becomesServed(undefined);
    await signIn(page);
    await expectDashboard(page);
  } finally {
    await team.rollback(ADMIN_REMOTE, version);
    await becomesServed(version);
  }
});

test('a reseller signs in and reaches the dashboard while mfe-admin throws', DEEP, async ({ page }) => {
  const version = await servedVersion();
  const broken: Probe = { name: ADMIN_REMOTE, version: '0.0.1-throws', behavior: 'throws at load' };
  await team.release(broken);
  try {
    await becomesServed(broken.version);
    await signIn(page);
    await expectDashboard(page);
    await page.goto(`${publicUrl}${routeOf(broken)}`);
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  } finally {
    await team.rollback(ADMIN_REMOTE);
    await becomesServed(version);
  }
});

test(
  'a reseller signs in and reaches the dashboard while the files of mfe-admin are missing',
  DEEP,
  async ({ page }) => {
    await page.route(`**/assets/${ADMIN_REMOTE}/**`, (route) => route.fulfill({ status: 404, body: '' }));
    await signIn(page);
    await expectDashboard(page);
  },
);
