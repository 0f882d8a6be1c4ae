import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BuildManifest } from '@leadping/contracts/release';
import { run as runToEnd } from '@leadping/dev-machine/run';
import { installPackages } from '@leadping/test-kit/install-packages';
import { createRequire } from 'node:module';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { aBuild, aShell, writeBuild } from '../../../gateway/test/builds.ts';
import { RELEASE_TOKEN, startGateway, type StackUnderTest } from '../../../gateway/test/gateway.ts';
import { main } from '../src/main.ts';
import { captured, type Ended, runProcess } from './captured.ts';

const PROGRAM = path.join(import.meta.dirname, '../src/release.ts');
/** By its path, because the test checkout has no packages. */
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

describe('the release command', () => {
  let gateway: StackUnderTest;
  let checkout: string;

  beforeAll(async () => {
    checkout = await mkdtemp(path.join(tmpdir(), 'checkout-'));
    gateway = await startGateway({
      builds: [
        aShell(),
        aBuild({ name: 'mfe-support', routes: ['/support'] }),
        aBuild({ name: 'mfe-admin', routes: ['/admin/*'] }),
      ],
    });
  });
  afterAll(async () => {
    await gateway.close();
    await rm(checkout, { recursive: true, force: true });
  });

  /** Puts a build into a remote's `dist`, as its bundler would. */
  async function built(name: string, version: string, facts: Parameters<typeof aBuild>[0] = {}) {
    const routes = [name === 'mfe-admin' ? '/admin/*' : `/${name.slice('mfe-'.length)}`];
    const build = aBuild({ name, version, routes, ...facts });
    const folder = path.join(checkout, name);
    await rm(folder, { recursive: true, force: true });
    await writeBuild(path.join(folder, 'dist'), build);
    return build;
  }

  /**
   * Sources whose bundler makes the files of that build: a script in its place, which writes the version that it is given, and must
   * not see the token.
   */
  async function sources(name: string, version: string) {
    await built(name, version);
    const folder = path.join(checkout, name);
    const script = `if (process.env.RELEASE_TOKEN) process.exit(1); const fs = require('fs'); const f = 'dist/release.json'; const r = JSON.parse(fs.readFileSync(f)); r.version = process.env.RELEASE_VERSION; fs.writeFileSync(f, JSON.stringify(r));`;
    await writeFile(path.join(folder, 'build.cjs'), script);
    await writeFile(
      path.join(folder, 'package.json'),
      JSON.stringify({ scripts: { build: 'node build.cjs' } }),
    );
  }

  const variables = () => ({ GATEWAY_URL: gateway.url, RELEASE_TOKEN });

  /** Calls the command in the remote's folder. */
  const release = (name: string, args: string[], env: Record<string, string> = {}): Promise<Ended> =>
    captured({ cwd: path.join(checkout, name), env: { ...variables(), ...env } }, (terminal) =>
      main(args, terminal),
    );

  /** Runs a program as npm would, in the remote's folder. */
  const run = (folder: string, args: string[], env: Record<string, string> = {}) =>
    runProcess(args, { cwd: path.join(checkout, folder), env: { ...variables(), ...env } });

  /** Runs the command in its own process. */
  const releaseProcess = (name: string, args: string[], env: Record<string, string> = {}) =>
    run(name, ['--import', TSX, '--conditions=source', PROGRAM, ...args], env);

  async function stateOf(name: string) {
    const headers = { authorization: `Bearer ${RELEASE_TOKEN}` };
    const { apps } = (await gateway.call('/api/admin/releases', { headers })).json() as {
      apps: { name: string; stable: string; canary: { version: string; percent: number } | null }[];
    };
    return apps.find((app) => app.name === name);
  }

  it('releases to everybody and prints one JSON object on stdout', async () => {
    const { manifest } = await built('mfe-support', '1.1.0');
    const args = ['--no-build', '--json', '--note', 'hello'];
    const { code, stdout, stderr } = await releaseProcess('mfe-support', args);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      apps: ['mfe-support'],
      builds: [{ name: 'mfe-support', version: '1.1.0', uploaded: manifest.files.length }],
    });
    const served = (await gateway.call('/remotes.json')).json() as {
      remotes: Record<string, { version: string }>;
    };
    expect(served.remotes['mfe-support']?.version).toBe('1.1.0');
  });

  it('shows what a release would change, and releases nothing', async () => {
    const view = {
      slot: 'admin',
      slug: 'tickets',
      label: 'Tickets',
      page: 'page',
      roles: ['admin' as const],
    };
    await built('mfe-support', '1.1.5', {
      routes: ['/support', '/support/track'],
      views: [view],
      shared: { react: '^19.3.1' },
      sharedNames: { '@leadping/web-kit/router': ['Link'] },
    });
    const { code, stdout, stderr } = await release('mfe-support', ['diff', '--no-build', '--json']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const diff = JSON.parse(stdout) as Record<string, unknown>;
    expect(diff).toMatchObject({
      name: 'mfe-support',
      before: '1.1.0',
      after: '1.1.5',
      routes: [{ what: '/support/track', before: null, after: 'everybody' }],
      slots: [{ what: 'admin/tickets', before: null, after: 'Tickets, admin' }],
      shared: [{ what: 'react', before: null, after: '^19.3.1' }],
      needs: [],
      imports: [{ what: 'Link of @leadping/web-kit/router', before: null, after: 'imported' }],
    });
    const readable = await release('mfe-support', ['diff', '--no-build']);
    expect(readable.stdout).toMatch(/slots\s+1\.1\.0\s+1\.1\.5\nadmin\/tickets\s+-\s+Tickets, admin/);
    expect((await stateOf('mfe-support'))?.stable).toBe('1.1.0');
    expect((await release('mfe-support', ['diff', '--no-build', '--version', '9.9.9'])).stderr).toMatch(
      /NOT_FOUND: mfe-support 9\.9\.9 was never released/,
    );
  });

  it('uploads a preview and prints its link, without a release', async () => {
    await built('mfe-support', '0.0.0-pr-7.1');
    const { code, stdout } = await release('mfe-support', ['--preview', 'pr-7', '--no-build']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^mfe-support 0\.0\.0-pr-7\.1 is at \S+\/__preview\?token=\S+ until \S+Z\.\n$/);
    expect((await stateOf('mfe-support'))?.stable).toBe('1.1.0');
  });

  it('refuses a build that exceeds the budget of its package.json', async () => {
    await built('mfe-support', '1.1.6');
    const folder = path.join(checkout, 'mfe-support');
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ sizeBudget: { entry: 100 } }));
    const { code, stderr } = await release('mfe-support', ['--no-build']);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /OVER_BUDGET: mfe-support: the entry is \d+ bytes compressed, sizeBudget\.entry in its package\.json is 100/,
    );
    expect((await stateOf('mfe-support'))?.stable).toBe('1.1.0');
  });

  describe('the release command with --if-changed', () => {
    const COMMIT = 'c0ffee'.padEnd(40, '0');
    const onlyChanged = (version: string) =>
      release('mfe-support', ['--if-changed', '--version', version, '--canary', '10', '--note', COMMIT]);

    it('releases nothing if the build equals the stable release', async () => {
      await sources('mfe-support', '1.1.0');
      const same = await releaseProcess('mfe-support', ['--if-changed', '--version', '1.1.7']);
      expect(same).toMatchObject({ code: 0, stdout: 'Nothing changed, nothing was released.\n' });
      expect((await stateOf('mfe-support'))?.stable).toBe('1.1.0');
    });

    it('keeps a canary that equals the build', async () => {
      await built('mfe-support', '1.1.8');
      await release('mfe-support', ['--no-build', '--canary', '50', '--note', COMMIT]);
      await sources('mfe-support', '1.1.8');
      const same = await onlyChanged('1.1.9');
      expect(same).toMatchObject({
        code: 0,
        stdout:
          'Nothing changed, nothing was released.\nmfe-support is already out as the canary 1.1.8 at 50 %.\n',
      });
      expect((await stateOf('mfe-support'))?.canary).toMatchObject({ version: '1.1.8', percent: 50 });
    });

    it('rolls back a canary whose change was reverted', async () => {
      await sources('mfe-support', '1.1.0');
      const { code, stdout } = await onlyChanged('1.1.10');
      expect({ code, stdout }).toMatchObject({ code: 0 });
      expect(stdout).toMatch(
        /^mfe-support rolled back: canary 1\.1\.8 taken back, stable is 1\.1\.0, revision/,
      );
      expect(stdout).toContain('are its stable release again: its canary was taken back');
      expect(await stateOf('mfe-support')).toMatchObject({ stable: '1.1.0', canary: null });
    });

    it('keeps a canary that a person released', async () => {
      await built('mfe-support', '1.2.0');
      await release('mfe-support', ['--no-build', '--canary', '10']);
      await sources('mfe-support', '1.1.0');
      const { code, stdout } = await onlyChanged('1.1.11');
      expect({ code, stdout }).toMatchObject({ code: 0 });
      expect(stdout).toContain('mfe-support: the canary 1.2.0 was released by hand, and stays.');
      expect((await stateOf('mfe-support'))?.canary).toMatchObject({ version: '1.2.0' });
      await release('mfe-support', ['rollback']);
    });

    it('compares and releases existing builds without building', async () => {
      const folder = path.join(checkout, 'mfe-support');
      const elsewhere = path.join(checkout, 'elsewhere');
      const keep = (version: string) =>
        cp(path.join(folder, 'dist'), path.join(elsewhere, 'mfe-support', version), { recursive: true });
      for (const version of ['1.1.0', '1.1.20']) {
        await built('mfe-support', version);
        await keep(version);
      }
      await writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts: { build: 'exit 1' } }));
      const fromElsewhere = (version: string) =>
        release('mfe-support', [
          '--if-changed',
          '--built',
          elsewhere,
          '--version',
          version,
          '--canary',
          '10',
        ]);
      const same = await fromElsewhere('1.1.20');
      expect(same).toMatchObject({ code: 0, stdout: 'Nothing changed, nothing was released.\n' });

      // The released version has no existing build, so it counts as changed.
      await rm(path.join(elsewhere, 'mfe-support/1.1.0'), { recursive: true });
      expect(await fromElsewhere('1.1.20')).toMatchObject({ code: 0 });
      expect((await stateOf('mfe-support'))?.canary).toMatchObject({ version: '1.1.20', percent: 10 });
      await release('mfe-support', ['rollback']);

      const missing = await fromElsewhere('1.1.21');
      expect(missing.code).toBe(1);
      expect(missing.stderr).toContain('BUILD_FAILED');
      const preview = ['--preview', 'pr-1', '--built', elsewhere, '--version', '1.1.20'];
      expect((await release('mfe-support', preview)).stdout).toContain('mfe-support 1.1.20 is at http');
      expect((await release('mfe-support', ['--built', elsewhere])).code).toBe(2);
    });

    it('releases the build of a canary to everybody if no share is given', async () => {
      await built('mfe-reports', '1.0.0');
      await release('mfe-reports', ['--no-build']);
      await built('mfe-reports', '1.1.0');
      await release('mfe-reports', ['--no-build', '--canary', '10']);
      await sources('mfe-reports', '1.1.0');
      const { stdout } = await release('mfe-reports', ['--if-changed', '--version', '1.1.1']);
      expect(stdout).toMatch(/^Released mfe-reports 1\.1\.1 to everybody/);
      expect(await stateOf('mfe-reports')).toMatchObject({ stable: '1.1.1', canary: null });
    });

    it('releases a new remote to everybody and explains why', async () => {
      await sources('mfe-news', '0.1.0');
      const args = ['--version', '0.1.3', '--canary', '10'];
      const refused = await release('mfe-news', args);
      expect(refused.stderr).toMatch(/RELEASE_REFUSED: mfe-news has no stable release/);
      const { code, stdout } = await release('mfe-news', ['--if-changed', ...args]);
      expect({ code, stdout }).toMatchObject({ code: 0 });
      expect(stdout).toMatch(/^Released mfe-news 0\.1\.3 to everybody/);
      expect(stdout).toContain(
        'mfe-news is new: there is no release to compare a canary with, so everybody gets it.',
      );
      expect(await stateOf('mfe-news')).toMatchObject({ stable: '0.1.3', canary: null });
    });

    it('does not bring a retired remote back', async () => {
      const headers = { authorization: `Bearer ${RELEASE_TOKEN}` };
      await gateway.call('/api/admin/releases/retire', { headers, json: { apps: ['mfe-news'] } });
      await sources('mfe-news', '0.1.4');
      const args = ['--if-changed', '--version', '0.1.4', '--canary', '10'];
      expect((await release('mfe-news', args)).stderr).toMatch(/RELEASE_REFUSED/);
      expect(await stateOf('mfe-news')).toBeUndefined();
    });
  });

  it('releases a canary to a share of visitors, promotes it and rolls it back', async () => {
    await built('mfe-support', '1.2.0');
    expect((await release('mfe-support', ['--no-build', '--canary', '12.5'])).code).toBe(0);
    expect((await stateOf('mfe-support'))?.canary).toMatchObject({ version: '1.2.0', percent: 12.5 });
    const status = await release('mfe-support', ['status']);
    expect(status.stdout).toMatch(/mfe-support\s+1\.2\.0\s+canary\s+12\.5 %/);
    const other = await release('mfe-support', ['promote', '--version', '1.1.9']);
    expect(other.stderr).toMatch(/OTHER_CANARY: .* is 1\.2\.0 \(12\.5 %\), not 1\.1\.9/);
    expect((await release('mfe-support', ['promote', '--version', '1.2.0'])).stdout).toMatch(
      /^mfe-support: promoted 1\.2\.0 \(before: 1\.1\.0\), revision/,
    );
    expect(await stateOf('mfe-support')).toMatchObject({ stable: '1.2.0', canary: null });
    expect((await release('mfe-support', ['rollback', '--stable'])).stdout).toMatch(
      /^mfe-support rolled back from 1\.2\.0 to 1\.1\.0, revision/,
    );
    expect((await stateOf('mfe-support'))?.stable).toBe('1.1.0');
    expect((await release('mfe-support', ['history'])).stdout).toMatch(/rollback\s+mfe-support@1\.1\.0/);
  });

  it('keeps the stable release if another person already rolled back the canary', async () => {
    await built('mfe-support', '1.2.1');
    await release('mfe-support', ['--no-build']);
    await built('mfe-support', '1.2.2');
    await release('mfe-support', ['--no-build', '--canary', '10']);
    const headers = { authorization: `Bearer ${RELEASE_TOKEN}` };
    await gateway.call('/api/admin/releases/rollback', { headers, json: { apps: ['mfe-support'] } });
    const { code, stdout } = await release('mfe-support', ['rollback', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      code: 'NO_CANARY',
      message:
        'mfe-support has no canary. Its stable release is 1.2.1; to go back to 1.1.0 for everybody: rollback --stable',
    });
    expect(await stateOf('mfe-support')).toMatchObject({ stable: '1.2.1', canary: null });
  });

  it('pauses and resumes automatic rollback with a token for every app', async () => {
    const { stdout } = await release('mfe-support', ['pause', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, paused: true });
    expect((await release('mfe-support', ['resume'])).stdout).toContain('Automatic rollback is on');
    expect((await release('mfe-support', ['pause', '--all'])).code).toBe(2);
  });

  it('releases several remotes at the same revision and rolls them back together', async () => {
    await built('mfe-support', '2.0.0');
    await built('mfe-admin', '2.0.0');
    const args = ['--no-build', '--with', 'mfe-support', '--canary', '10', '--json'];
    const { stdout } = await release('mfe-admin', args);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, apps: ['mfe-admin', 'mfe-support'] });
    await release('mfe-admin', ['rollback']);
    expect((await stateOf('mfe-support'))?.canary).toBeNull();
    expect((await stateOf('mfe-admin'))?.canary).toBeNull();
  });

  it('lets two teams release at once: both succeed', async () => {
    await Promise.all([built('mfe-support', '3.0.0'), built('mfe-admin', '3.0.0')]);
    const ended = await Promise.all(
      ['mfe-support', 'mfe-admin'].map((name) => release(name, ['--no-build', '--json'])),
    );
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect((await stateOf('mfe-support'))?.stable).toBe('3.0.0');
    expect((await stateOf('mfe-admin'))?.stable).toBe('3.0.0');
  });

  describe('the release command is refused', () => {
    const changed = (manifest: BuildManifest, change: Partial<BuildManifest>) => ({ ...manifest, ...change });

    it.each([
      ['a route of another remote', { routes: ['/support'] }, /already belongs to mfe-support/],
      ['another contract', { contract: 9 }, /speaks contract 9/],
      ['a part that the shell lacks', { needs: ['@leadping/web-kit/ui/none'] }, /does not provide/],
    ])('for %s', async (what, facts, message) => {
      await built('mfe-admin', `4.0.0-${what.length}`, facts);
      const { code, stdout } = await release('mfe-admin', ['--no-build', '--json']);
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({ ok: false, code: 'RELEASE_REFUSED' });
      expect(stdout).toMatch(message);
    });

    it('for a file that differs from the build', async () => {
      const build = await built('mfe-admin', '4.1.0');
      const [first, ...files] = build.manifest.files;
      const manifest = changed(build.manifest, {
        files: [{ ...first!, integrity: `sha384-${'A'.repeat(64)}` }, ...files],
      });
      await writeBuild(path.join(checkout, 'mfe-admin/dist'), { ...build, manifest });
      const { code, stderr } = await release('mfe-admin', ['--no-build']);
      expect(code).toBe(1);
      expect(stderr).toMatch(/RELEASE_REFUSED: .*is not the file that was built/);
    });

    it('for a build of another remote in its folder', async () => {
      const { files } = await built('mfe-admin', '4.2.0');
      const other = aBuild({ name: 'mfe-support', version: '4.2.0', routes: ['/support'] });
      await writeBuild(path.join(checkout, 'mfe-admin/dist'), { ...other, files });
      const { code, stderr } = await release('mfe-admin', ['--no-build']);
      expect(code).toBe(1);
      expect(stderr).toMatch(/BUILD_FAILED: dist holds mfe-support, and the package is mfe-admin/);
    });

    it('for a version that was released with other files', async () => {
      await built('mfe-admin', '5.0.0');
      await release('mfe-admin', ['--no-build']);
      await built('mfe-admin', '5.0.0', { files: { 'page.css': '.other{}' } });
      const { code, stderr } = await release('mfe-admin', ['--no-build']);
      expect(code).toBe(1);
      expect(stderr).toMatch(/is kept already, with another content.*--version/s);
    });

    it('for a token of another remote', async () => {
      await built('mfe-admin', '6.0.0');
      const { code, stdout } = await releaseProcess('mfe-admin', ['--no-build', '--json'], {
        RELEASE_TOKEN: 'b'.repeat(40),
      });
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toEqual({
        ok: false,
        code: 'FORBIDDEN',
        message: 'This token releases mfe-support, not mfe-admin.',
      });
    });

    it('for a gateway that does not answer', async () => {
      const { code, stderr } = await release('mfe-admin', ['status'], { GATEWAY_URL: 'http://127.0.0.1:1' });
      expect(code).toBe(1);
      expect(stderr).toContain('UNREACHABLE');
    });

    it.each([
      [['publsh']],
      [['--canary', '200']],
      [['promote', '--canary', '5']],
      [['promote', '--stable']],
      [['rollback', '--stable', '--version', '1.0.0']],
      [['--unknown']],
    ])('as not understood: %j', async (args) => {
      expect((await release('mfe-admin', args)).code).toBe(2);
    });

    it('without a token', async () => {
      const { code, stderr } = await releaseProcess('mfe-admin', ['status'], { RELEASE_TOKEN: '' });
      expect(code).toBe(2);
      expect(stderr).toContain('RELEASE_TOKEN is not set');
    });
  });

  it('can be installed as a package in a foreign repository under any name', async () => {
    await built('mfe-support', '9.0.0');
    const team = path.join(checkout, 'our-reports');
    await rename(path.join(checkout, 'mfe-support'), team);
    await writeFile(path.join(team, 'package.json'), JSON.stringify({ name: '@team/mfe-support' }));
    const packages = path.join(team, 'packages');
    await mkdir(packages);
    const pack = [
      'pack',
      '--silent',
      '--pack-destination',
      packages,
      '-w',
      'contracts',
      '-w',
      'tools/release',
    ];
    await runToEnd('npm', pack, { cwd: path.join(import.meta.dirname, '../../..') });
    await installPackages(team);
    const { code, stdout, stderr } = await run('our-reports', [
      path.join(team, 'node_modules/.bin/leadping-release'),
      '--no-build',
      '--json',
    ]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, apps: ['mfe-support'] });
    expect((await stateOf('mfe-support'))?.stable).toBe('9.0.0');
  });
});
