import type { ReleaseDocument } from '@leadping/contracts/release';
import { expect, test, type Page } from '@playwright/test';
import { ADMIN } from '../test-stacks.ts';
import { runningPlatform, until } from '../platform.ts';
import { TIMEOUT as TIME_LIMIT_MS } from '../../shell/src/remotes/attempts.ts';
import { DEEP } from './depth.ts';
import { type Behavior, entryOf, type Probe, routeOf, teamAt } from './probe-remote.ts';

const { publicUrl } = runningPlatform();
const team = teamAt(publicUrl, process.env.RELEASE_TOKEN ?? '');

async function servedDocument(cookie?: string): Promise<{ document: ReleaseDocument; cookie: string }> {
  const reply = await fetch(`${publicUrl}/remotes.json`, { headers: cookie ? { cookie } : {} });
  const set = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { document: (await reply.json()) as ReleaseDocument, cookie: cookie ?? set };
}

const shows = (page: Page, { name, version }: Probe) =>
  expect(page.getByText(`${name} ${version}`, { exact: true })).toBeVisible();

test.describe('a release by one team', () => {
  test('shows v2 to new visitors while an open tab keeps v1, and changes nothing else', async ({
    page,
    context,
  }) => {
    const v1: Probe = { name: 'mfe-solo', version: '1.0.0' };
    const v2: Probe = { ...v1, version: '2.0.0' };
    await team.release(v1);
    await page.goto(`${publicUrl}${routeOf(v1)}`);
    await shows(page, v1);
    const { document: before } = await servedDocument();
    const shellOf = async () => /\/assets\/shell\/[^"]+\.js/.exec(await (await fetch(publicUrl)).text())?.[0];
    const shellBefore = await shellOf();

    await team.release(v2);

    const fresh = await context.newPage();
    await fresh.goto(`${publicUrl}${routeOf(v2)}`);
    await shows(fresh, v2);
    await page.getByText('mfe-solo 1.0.0').waitFor();
    const { document: after } = await servedDocument();
    const { 'mfe-solo': _before, ...othersBefore } = before.remotes;
    const { 'mfe-solo': _after, ...othersAfter } = after.remotes;
    expect(othersAfter).toEqual(othersBefore);
    expect(await shellOf()).toBe(shellBefore);

    await team.rollback('mfe-solo');
    await fresh.reload();
    await shows(fresh, v1);
  });

  test("succeeds at the same time as another team's", async () => {
    const probes: Probe[] = [
      { name: 'mfe-left', version: '1.0.0' },
      { name: 'mfe-right', version: '1.0.0' },
    ];
    await Promise.all(probes.map((probe) => team.release(probe)));
    const { document } = await servedDocument();
    expect(document.remotes).toMatchObject({
      'mfe-left': { version: '1.0.0' },
      'mfe-right': { version: '1.0.0' },
    });
  });

  test(
    'leaves nothing stale 20 times in a row, and is visible within 2 seconds each time',
    DEEP,
    async ({ page }) => {
      const times: number[] = [];
      for (let patch = 0; patch < 20; patch += 1) {
        const since = performance.now();
        await team.release({ name: 'mfe-often', version: `1.0.${patch}` });
        await until('the release is served', async () => {
          const { document } = await servedDocument();
          return document.remotes['mfe-often']?.version === `1.0.${patch}`;
        });
        times.push(performance.now() - since);
      }
      times.sort((a, b) => a - b);
      console.log(
        `upload, publish and visible: median ${Math.round(times[10] ?? 0)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms`,
      );
      expect(times.at(-1)).toBeLessThan(2000);
      await page.goto(`${publicUrl}/often`);
      await shows(page, { name: 'mfe-often', version: '1.0.19' });
    },
  );
});

test.describe('a canary', () => {
  // gateway/test/canaries.test.ts checks that exactly this share of 10,000 new visitors gets one of its buckets.
  test(
    'reaches exactly its share of 1,000 visitors from the whole range of buckets, and each new visitor keeps it',
    DEEP,
    async () => {
      await team.release({ name: 'mfe-shared', version: '1.0.0' });
      await team.release({ name: 'mfe-shared', version: '1.1.0' }, 10);
      const versionOf = (document: ReleaseDocument) => document.remotes['mfe-shared']?.version;
      const buckets = Array.from({ length: 1000 }, (_, nth) => nth * 10);
      let share = 0;
      const visit = async () => {
        for (let bucket = buckets.pop(); bucket !== undefined; bucket = buckets.pop()) {
          const { document } = await servedDocument(`release-bucket=${bucket}`);
          if (versionOf(document) === '1.1.0') share += 1;
        }
      };
      await Promise.all(Array.from({ length: 16 }, visit));
      expect(share).toBe(100);
      for (let visitor = 0; visitor < 100; visitor += 1) {
        const { document, cookie } = await servedDocument();
        expect(versionOf((await servedDocument(cookie)).document)).toBe(versionOf(document));
      }
      await team.rollback('mfe-shared');
    },
  );

  test('rolls itself back if it fails', async () => {
    await team.release({ name: 'mfe-failing', version: '1.0.0' });
    const addresses = Array.from({ length: 12 }, (_, nth) => `203.0.${nth}.7`);
    for (const address of addresses) await openPage(address);
    await team.release({ name: 'mfe-failing', version: '1.1.0' }, 50);
    // Visitors of twelve networks, each known before the release, because no single network can cause a rollback.
    for (const address of addresses) await reportError(address, 'mfe-failing', '1.1.0');
    await until('the canary is taken back', async () => (await team.state('mfe-failing'))?.canary === null);
    expect((await team.state('mfe-failing'))?.stable).toBe('1.0.0');
  });
});

const openPage = async (address: string) =>
  (await fetch(publicUrl, { headers: { 'x-forwarded-for': address } })).text();

async function reportError(address: string, app: string, version: string): Promise<void> {
  const [, pageToken] = /<meta name="page-token" content="([^"]+)">/.exec(await openPage(address)) ?? [];
  const reply = await fetch(`${publicUrl}/api/client-errors`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
    body: JSON.stringify({ app, version, message: 'it broke', path: '/', pageToken }),
  });
  expect(reply.status).toBe(202);
}

test.describe('a remote that fails leaves the rest usable', () => {
  const fallback = (page: Page) => page.getByRole('heading', { name: 'This page did not load' });
  async function leaveFallback(page: Page) {
    await page.getByRole('link', { name: 'Support', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'How can we help?' })).toBeVisible();
  }
  async function expectFallback(page: Page, probe: Probe) {
    await page.goto(`${publicUrl}${routeOf(probe)}`);
    await expect(fallback(page)).toBeVisible();
    await leaveFallback(page);
  }

  const behaviors: Behavior[] = ['throws at load', 'throws at render', 'speaks another contract'];
  for (const [index, behavior] of behaviors.entries()) {
    test(behavior, index === 0 ? {} : DEEP, async ({ page }) => {
      const probe: Probe = { name: 'mfe-broken', version: `1.0.${index}`, behavior };
      await team.release(probe);
      await expectFallback(page, probe);
    });
  }

  test('when its files hang', DEEP, async ({ page }) => {
    const probe: Probe = { name: 'mfe-broken', version: '2.0.0' };
    await team.release(probe);
    await page.route(`**${entryOf(probe)}`, () => undefined);
    await page.clock.install();
    await page.goto(`${publicUrl}${routeOf(probe)}`, { waitUntil: 'commit' });
    let waitedMs = 0;
    await expect(async () => {
      await page.clock.fastForward(TIME_LIMIT_MS);
      waitedMs += TIME_LIMIT_MS;
      await expect(fallback(page)).toBeVisible({ timeout: 1000 });
    }).toPass();
    expect(waitedMs).toBeLessThan(60_000);
    await leaveFallback(page);
  });

  test('when its files are missing', DEEP, async ({ page }) => {
    const probe: Probe = { name: 'mfe-broken', version: '3.0.0' };
    await team.release(probe);
    await page.route(`**${entryOf(probe)}`, (route) => route.fulfill({ status: 404, body: '' }));
    await expectFallback(page, probe);
  });

  test('when its file was changed in transit', async ({ page }) => {
    const probe: Probe = { name: 'mfe-broken', version: '4.0.0' };
    await team.release(probe);
    await page.route(`**${entryOf(probe)}`, async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, body: `${await reply.text()}\n;globalThis.wasChanged = true;` });
    });
    await expectFallback(page, probe);
    expect(await page.evaluate(() => 'wasChanged' in globalThis)).toBe(false);
  });

  test("and is replaced by the visitor's last working version", async ({ page }) => {
    const good: Probe = { name: 'mfe-regressed', version: '1.0.0' };
    await team.release(good);
    await page.goto(`${publicUrl}${routeOf(good)}`);
    await shows(page, good);
    await team.release({ ...good, version: '1.1.0', behavior: 'throws at load' });
    await page.reload();
    await shows(page, good);
  });
});

test('an admin can sign in, see the releases and roll back a canary, with one React and one antd on the page', async ({
  page,
}) => {
  await team.release({ name: 'mfe-watched', version: '1.0.0' });
  await team.release({ name: 'mfe-watched', version: '1.1.0' }, 10);
  const scripts = new Map<string, string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/assets\/mfe-.*\.js$/.test(pathname))
      void response.text().then(
        (text) => scripts.set(pathname, text),
        () => undefined,
      );
  });
  await page.goto(`${publicUrl}/admin`);
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(`Welcome back, ${ADMIN.username}`)).toBeVisible();
  await page.getByRole('link', { name: 'Releases' }).click();
  const card = page.getByRole('rowgroup', { name: 'mfe-watched' });
  await card.getByRole('button', { name: 'Take back 1.1.0' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back mfe-watched 1.1.0' }).click();
  await expect(card.getByRole('button', { name: 'Promote 1.1.0' })).toBeHidden();
  expect((await team.state('mfe-watched'))?.canary).toBeNull();

  expect(scripts.size).toBeGreaterThan(1);
  for (const [path, text] of scripts) {
    expect(text.includes('react.transitional.element'), `${path} bundles React`).toBe(false);
    expect(text.includes('anticon'), `${path} bundles antd`).toBe(false);
  }
});
