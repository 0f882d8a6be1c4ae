import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BuildManifest } from '@leadping/contracts/release';
import { findAffected } from '@leadping/dev-stack/affected-packages';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type NewRemote, readArguments } from '../src/arguments.ts';
import { writeRemote } from '../src/write-remote.ts';
import { writeRepository } from '../src/write-repository.ts';
import { checkAsWritten, makeCheckout, ROOT } from './checkout.ts';

describe('a new remote', () => {
  let checkout: string;
  let files: string[];

  beforeAll(async () => {
    checkout = await makeCheckout();
    files = await writeRemote(checkout, {
      name: 'mfe-yearly-reports',
      route: '/reports/:year',
      bundler: 'rspack',
    });
  });
  afterAll(() => rm(checkout, { recursive: true, force: true }));

  it('is created in its own folder', () => {
    expect(files.filter((file) => !file.startsWith('mfe-yearly-reports/'))).toEqual([]);
  });

  it('has no placeholder left', async () => {
    for (const file of files)
      expect(await readFile(path.join(checkout, file), 'utf8')).not.toMatch(/%[A-Z]+%/);
  });

  it('is checked and released by the workflow without another line', async () => {
    const own = await findAffected(checkout, ['mfe-yearly-reports/src/remote.tsx']);
    expect(own.remotes).toEqual(['mfe-yearly-reports']);
    const shared = await findAffected(checkout, ['web-kit/src/theme/theme.ts']);
    expect(shared.remotes).toEqual(['mfe-yearly-reports']);
  });

  it('passes the checks of its workflow and the dead code check unchanged, and its release names its route and runtime', async () => {
    await checkAsWritten(
      checkout,
      { name: 'mfe-partners', route: '/partners/:id', bundler: 'rspack' },
      { RELEASE_VERSION: '4.5.6-not-of-package.json' },
    );
    const folder = path.join(checkout, 'mfe-partners');
    const built = async (file: string) =>
      JSON.parse(await readFile(path.join(folder, 'dist', file), 'utf8')) as unknown;
    const release = BuildManifest.parse(await built('release.json'));
    expect(await built('mf-manifest.json')).toMatchObject({
      metaData: { buildInfo: { buildVersion: release.version } },
    });
    expect(release.version).toBe('4.5.6-not-of-package.json');
    expect(release.name).toBe('mfe-partners');
    expect(release.routes.map((route) => route.path)).toEqual(['/partners/:id']);
    expect(release.needs).toContain('federation@2');
    expect(release.files.map(({ path: file }) => file)).toContain('mf-manifest.json');
    const entry = await readFile(path.join(folder, 'dist', release.entry), 'utf8');
    // The entry uses the shell's runtime, so it is a tenth of the size of one with its own.
    expect(entry).toContain('__LEADPING_FEDERATION_2__');
    expect(entry.length).toBeLessThan(12_000);
  }, 400_000);

  it('never overwrites an existing remote', async () => {
    await mkdir(path.join(checkout, 'mfe-taken'));
    await expect(
      writeRemote(checkout, { name: 'mfe-taken', route: '/taken', bundler: 'rspack' }),
    ).rejects.toThrow('mfe-taken is there already.');
  });

  it.each([
    [[], /One name is needed/],
    [['reports'], /no name of a remote/],
    [['mfe-Reports'], /no name of a remote/],
    [['mfe-reports', '--route', 'reports'], /no route/],
    [['mfe-reports', '--bundler', 'parcel'], /no bundler: rspack, vite, webpack/],
  ])('is refused for %j', (args, message) => {
    expect(() => readArguments(args)).toThrow(message);
  });

  it('is created in a separate repository if an empty folder is given', async () => {
    const remote = readArguments(['mfe-reports', '--repository', '../reports']) as NewRemote;
    expect(remote.repository).toBe('../reports');
    await expect(writeRepository(ROOT, checkout, remote)).rejects.toThrow('is not empty.');
    const file = path.join(checkout, 'a-file');
    await writeFile(file, '');
    await expect(writeRepository(ROOT, file, remote)).rejects.toThrow(`${file} is a file.`);
  });

  it('leaves the folder empty for the next attempt if packing fails', async () => {
    const [nowhere, folder] = [path.join(checkout, 'nowhere'), path.join(checkout, 'empty')];
    await mkdir(nowhere);
    await mkdir(folder);
    const remote = { name: 'mfe-reports', route: '/reports', bundler: 'webpack' } as const;
    await expect(writeRepository(nowhere, folder, remote)).rejects.toThrow('npm');
    expect(await readdir(folder)).toEqual([]);
  });

  it('has the exact versions of this repository in a separate repository', async () => {
    const folder = path.join(checkout, 'reports');
    const remote = { name: 'mfe-reports', route: '/reports', bundler: 'webpack' } as const;
    await mkdir(path.join(folder, '.git'), { recursive: true });
    const written = await writeRepository(ROOT, folder, remote);
    for (const file of written) expect(await readFile(file, 'utf8')).not.toMatch(/%[A-Z]+%/);
    const { dependencies, devDependencies } = JSON.parse(
      await readFile(path.join(folder, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
    expect(devDependencies).toMatchObject({ webpack: expect.any(String), typescript: expect.any(String) });
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (name.startsWith('@leadping/')) await access(path.join(folder, version.slice('file:'.length)));
      else expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });

  it.each([
    [['--help'], { code: 0, stdout: expect.stringMatching(/^npm run create-remote -- <name>/), stderr: '' }],
    [['--name', 'mfe-x'], { code: 2, stdout: '', stderr: expect.stringMatching(/^Unknown option '--name'/) }],
    // An existing folder is no usage error.
    [['mfe-admin'], { code: 1, stdout: '', stderr: 'mfe-admin is there already.\n' }],
  ])('is asked for by a command, which ends at %j', async (args, ended) => {
    const program = path.join(import.meta.dirname, '../src/create-remote.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=source', program, ...args], {
      cwd: ROOT,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    expect({ code: child.exitCode, stdout, stderr }).toEqual(ended);
  });

  it('shows the path of its name by default', () => {
    expect(readArguments(['mfe-reports'])).toEqual({
      name: 'mfe-reports',
      route: '/reports',
      bundler: 'rspack',
    });
  });
});
