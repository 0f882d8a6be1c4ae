import { type NewRemote } from '@leadping/create-remote/arguments';
import { writeRemote } from '@leadping/create-remote/write-remote';
import { writeRepository } from '@leadping/create-remote/write-repository';
import { run } from '@leadping/dev-machine/run';
import { ROOT } from '@leadping/dev-stack/root';
import { installPackages } from '@leadping/test-kit/install-packages';
import { expect, test, type Page } from '@playwright/test';
import type { BuildManifest } from '@leadping/contracts/release';
import type { AuditEntry } from '@leadping/contracts/support/audit-routes';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ADMIN } from '../test-stacks.ts';
import { runningPlatform, until } from '../platform.ts';
import { person } from './person.ts';

const platform = runningPlatform();
const { publicUrl } = platform;

/** Files that a remote needs from the checkout. */
const BESIDE = [
  'node_modules',
  'contracts',
  'guides',
  'tools',
  'web-kit',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
];

const REMOTES = [
  { name: 'mfe-by-vite', route: '/by-vite', bundler: 'vite' },
  { name: 'mfe-by-webpack', route: '/by-webpack', bundler: 'webpack' },
] as const satisfies NewRemote[];
/** The environment of a separate repository that has only published packages. */
const ELSEWHERE = {
  name: 'mfe-from-elsewhere',
  route: '/from-elsewhere',
  bundler: 'rspack',
} as const satisfies NewRemote;

let checkout: string;

/** Runs a team's release command in the folder of its remote. */
const release = (name: string, ...args: string[]) =>
  run('npm', ['run', 'release', '--', ...args], {
    cwd: path.join(checkout, name),
    env: { ...process.env, GATEWAY_URL: publicUrl, NODE_OPTIONS: '' },
  });

test.beforeAll(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), 'bundlers-'));
  for (const name of BESIDE) await symlink(path.join(ROOT, name), path.join(checkout, name));
  for (const remote of REMOTES) {
    await writeRemote(checkout, remote);
    await release(remote.name);
  }
  const repository = path.join(checkout, ELSEWHERE.name);
  await writeRepository(ROOT, repository, ELSEWHERE);
  await installPackages(repository);
  await run('npm', ['test'], { cwd: repository, env: { ...process.env, NODE_OPTIONS: '' } });
  await release(ELSEWHERE.name);
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

for (const remote of [...REMOTES, ELSEWHERE]) {
  const { name, route, bundler } = remote;

  test.describe(`${name}, a remote built by ${bundler}`, () => {
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
      // The link of the remote uses the shell's router. With two routers the document would reload.
      await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
      await page.getByRole('banner').getByRole('link').first().click();
      await expect(page).toHaveURL(`${publicUrl}/`);
      expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true);
      expect(scripts.size).toBeGreaterThan(1);
      for (const [file, text] of scripts)
        expect(text.includes('react.transitional.element'), `${file} bundles React`).toBe(false);
      expect(problems).toEqual([]);
    });

    test('declares its imports from the shared parts, so that the gateway can check them against the shell', async () => {
      const manifest = await readFile(path.join(checkout, name, 'dist/release.json'), 'utf8');
      const { sharedNames } = JSON.parse(manifest) as BuildManifest;
      expect(sharedNames).toMatchObject({ '@leadping/web-kit/router': expect.arrayContaining(['Link']) });
    });

    test('is rejected if one of its files was changed in transit, and the rest stays usable', async ({
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

    test('is rejected if its entry was changed in transit', async ({ page }) => {
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

    test('can be released again and rolled back like any other remote', async ({ page }) => {
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
      // webpack's own federation plugin writes no manifest.
      if (bundler === 'vite') {
        const manifest = await page.request.get(`${publicUrl}/assets/${name}/0.2.0/mf-manifest.json`);
        const release = { metaData: { buildInfo: { buildVersion: '0.2.0' } } };
        expect(await manifest.json()).toMatchObject(release);
      }
      await release(name, 'rollback', '--stable');
      expect(await entry()).toContain(`/assets/${name}/0.1.0/`);
    });
  });
}

test.describe('an unreleased build', () => {
  const remote = {
    name: 'mfe-by-rspack',
    route: '/by-rspack',
    bundler: 'rspack',
  } as const satisfies NewRemote;
  const OWN = 'From my own machine';
  const env = () => ({ ...process.env, GATEWAY_URL: publicUrl, NODE_OPTIONS: '' });

  /** Runs `npm run override` in the checkout until it is stopped. */
  async function override(): Promise<{ link: string; end: () => void }> {
    const command = spawn('npm', ['run', 'override', '--', remote.name, '--port', '0'], {
      cwd: checkout,
      env: env(),
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    command.stdout.on('data', (text: Buffer) => (printed += text.toString()));
    const link = await until('the override prints its link', () =>
      Promise.resolve(/http\S+__preview\?token=\S+/.exec(printed)?.[0]),
    );
    // npm, tsx and the command share a process group.
    return { link, end: () => process.kill(-(command.pid ?? 0)) };
  }

  const heading = (page: Page, name: string) =>
    expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  /** The preview was made with a release token, so the viewer must agree first. */
  async function agree(page: Page): Promise<void> {
    await page.getByRole('checkbox', { name: 'I know who made it and want to see it.' }).check();
    await page.getByRole('button', { name: 'Show the preview' }).click();
  }
  const badge = (page: Page) => page.getByText(`Preview of ${remote.name}`);
  async function seesReleased(page: Page): Promise<void> {
    await page.goto(publicUrl + remote.route);
    await heading(page, titleOf(remote));
    await expect(badge(page)).toBeHidden();
  }

  test('is visible with a badge only to the signed-in developer who opens its link', async ({
    page,
    browser,
  }) => {
    await writeRemote(checkout, remote);
    await release(remote.name);
    const source = path.join(checkout, remote.name, 'src/routes/home.tsx');
    await writeFile(source, (await readFile(source, 'utf8')).replace(`>${titleOf(remote)}<`, `>${OWN}<`));
    const begun = new Date().toISOString();
    const local = await override();
    try {
      const problems: string[] = [];
      page.on('pageerror', ({ message }) => problems.push(message));
      const machines = new Set<string>();
      page.on('response', (reply) => {
        const { origin, pathname } = new URL(reply.url());
        if (pathname.startsWith(`/assets/${remote.name}/`)) machines.add(origin);
      });

      // Not signed in: the link leads to the sign-in page and changes nothing.
      await page.goto(local.link);
      await expect(page).toHaveURL(`${publicUrl}/auth`);
      await seesReleased(page);

      const signedIn = await page.request.post(`${publicUrl}/api/login`, {
        headers: { origin: publicUrl, 'x-forwarded-for': '10.77.1.1' },
        data: ADMIN,
      });
      expect(signedIn.status()).toBe(200);
      machines.clear();
      // A forged link does nothing, even for an admin.
      await page.goto(
        `${local.link.replace(/token=.*/, 'token=')}${Buffer.from('{}').toString('base64url')}.AAAA`,
      );
      await expect(page).toHaveURL(`${publicUrl}/`);
      await seesReleased(page);

      machines.clear();
      await page.goto(local.link);
      await agree(page);
      await expect(page).toHaveURL(publicUrl + remote.route);
      await heading(page, OWN);
      await expect(badge(page)).toContainText(/from localhost:\d+/);
      expect([...machines]).toEqual([expect.stringMatching(/^http:\/\/localhost:\d+$/)]);
      expect([...machines]).not.toContain(publicUrl);
      // A failing build is not replaced by the last working one, because its developer must see the failure.
      await page.route('**/assets/mfe-by-rspack/0.0.0-local*/remoteEntry*', (request) => request.abort());
      await page.reload();
      await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
      await page.unrouteAll();

      const other = await browser.newPage();
      await seesReleased(other);
      await other.close();

      await page.getByRole('link', { name: 'Turn off' }).click();
      await expect(page).toHaveURL(`${publicUrl}/`);
      await seesReleased(page);
      expect(problems).toEqual([]);
    } finally {
      local.end();
    }
    const admin = person(platform);
    await admin.signIn(ADMIN.username, ADMIN.password);
    const opened = await until('the audit log has it', async () => {
      const entries = await admin.call<AuditEntry[]>(`/api/admin/audit?limit=500&from=${begun}`);
      return entries.find(
        ({ action, target }) => action === 'POST /__preview' && target?.startsWith(remote.name),
      );
    });
    expect(opened).toMatchObject({ actor: { username: ADMIN.username, role: 'admin' }, outcome: 'done' });

    const printed = await release(remote.name, '--preview', 'pr-12');
    const uploaded = /http\S+__preview\?token=\S+/.exec(printed)?.[0] ?? '';
    await page.goto(uploaded);
    await agree(page);
    await expect(page).toHaveURL(publicUrl + remote.route);
    await heading(page, OWN);
    await expect(badge(page)).toContainText('0.0.0-pr-12');
    const other = await browser.newPage();
    await seesReleased(other);
    await other.close();
    await page.getByRole('link', { name: 'Turn off' }).click();
    await seesReleased(page);
  });
});
