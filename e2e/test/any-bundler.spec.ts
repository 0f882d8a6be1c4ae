import { type NewRemote } from '@leadping/create-remote/arguments';
import { writeRemote } from '@leadping/create-remote/write-remote';
import { run } from '@leadping/dev-machine/run';
import { ROOT } from '@leadping/dev-stack/root';
import { expect, test, type Page } from '@playwright/test';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runningPlatform } from '../platform.ts';

const { publicUrl } = runningPlatform();

/** What a remote finds beside it in a checkout. */
const BESIDE = [
  'node_modules',
  'contracts',
  'web-kit',
  'tools',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
];

const REMOTES = [
  { name: 'mfe-by-vite', route: '/by-vite', bundler: 'vite' },
  { name: 'mfe-by-webpack', route: '/by-webpack', bundler: 'webpack' },
] as const satisfies NewRemote[];

let checkout: string;

/** The command of a team, in the folder of its remote. */
const release = (name: string, ...args: string[]) =>
  run('npm', ['run', 'release', '--', ...args], {
    cwd: path.join(checkout, name),
    env: { ...process.env, GATEWAY_URL: publicUrl, NODE_OPTIONS: '' },
  });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  checkout = await mkdtemp(path.join(tmpdir(), 'bundlers-'));
  for (const name of BESIDE) await symlink(path.join(ROOT, name), path.join(checkout, name));
  for (const remote of REMOTES) {
    await writeRemote(checkout, remote);
    await release(remote.name);
  }
});

test.afterAll(() => rm(checkout, { recursive: true, force: true }));

const titleOf = ({ name }: NewRemote) =>
  name
    .slice('mfe-'.length)
    .replaceAll('-', ' ')
    .replace(/^./, (letter) => letter.toUpperCase());

async function expectFallback(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  await page.getByRole('link', { name: 'Support', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'How can we help?' })).toBeVisible();
}

for (const remote of REMOTES) {
  const { name, route, bundler } = remote;

  test.describe(`a remote built by ${bundler}`, () => {
    test('shows its page with the React and the router of the shell', async ({ page }) => {
      const scripts = new Map<string, string>();
      const problems: string[] = [];
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('response', async (response) => {
        const { pathname } = new URL(response.url());
        if (!pathname.startsWith(`/assets/${name}/`) || !pathname.endsWith('.js')) return;
        expect(response.headers()).toMatchObject({
          'content-type': 'text/javascript; charset=utf-8',
          'access-control-allow-origin': '*',
        });
        scripts.set(pathname, await response.text());
      });
      await page.goto(publicUrl + route);
      await expect(page.getByRole('heading', { level: 1, name: titleOf(remote) })).toBeVisible();
      expect(await page.title()).toContain(titleOf(remote));
      // A link of the remote moves the router of the shell: without one router for both the document would load anew.
      await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
      await page.getByRole('banner').getByRole('link').first().click();
      await expect(page).toHaveURL(`${publicUrl}/`);
      expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true);
      expect(scripts.size).toBeGreaterThan(1);
      for (const [file, text] of scripts)
        expect(text.includes('react.transitional.element'), `${file} bundles React`).toBe(false);
      expect(problems).toEqual([]);
    });

    test('is refused where a file of it was changed on the way, and the rest stays usable', async ({
      page,
    }) => {
      let changed = '';
      await page.route(
        (url) => url.pathname.startsWith(`/assets/${name}/`) && url.pathname.endsWith('.js'),
        async (request) => {
          const reply = await request.fetch();
          const { pathname } = new URL(request.request().url());
          if (/remoteEntry/.test(pathname)) return request.fulfill({ response: reply });
          changed = pathname;
          return request.fulfill({
            response: reply,
            body: `${await reply.text()}\n;globalThis.wasChanged = true;`,
          });
        },
      );
      await page.goto(publicUrl + route);
      await expectFallback(page);
      expect(changed).not.toBe('');
      expect(await page.evaluate(() => 'wasChanged' in globalThis)).toBe(false);
    });

    test('is refused where its entry was changed on the way', async ({ page }) => {
      await page.route(
        (url) => url.pathname.startsWith(`/assets/${name}/`) && url.pathname.includes('remoteEntry'),
        async (request) => {
          const reply = await request.fetch();
          await request.fulfill({
            response: reply,
            body: `${await reply.text()}\n;globalThis.wasChanged = true;`,
          });
        },
      );
      await page.goto(publicUrl + route);
      await expectFallback(page);
      expect(await page.evaluate(() => 'wasChanged' in globalThis)).toBe(false);
    });

    test('is released again and rolled back like any other', async ({ page }) => {
      test.setTimeout(120_000);
      const entry = async () => {
        await page.goto(publicUrl + route);
        await expect(page.getByRole('heading', { level: 1, name: titleOf(remote) })).toBeVisible();
        return page.evaluate(
          (folder) =>
            performance
              .getEntriesByType('resource')
              .map((resource) => new URL(resource.name).pathname)
              .find((file) => file.startsWith(folder) && file.includes('remoteEntry')),
          `/assets/${name}/`,
        );
      };
      await release(name, '--version', '0.2.0');
      expect(await entry()).toContain(`/assets/${name}/0.2.0/`);
      await release(name, 'rollback');
      expect(await entry()).toContain(`/assets/${name}/0.1.0/`);
    });
  });
}
