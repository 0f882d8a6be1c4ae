import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BuildManifest } from '@leadping/contracts/release';
import { run } from '@leadping/dev-machine/run';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { BUNDLERS, type NewRemote, readArguments } from '../src/arguments.ts';
import { writeRemote } from '../src/write-remote.ts';
import { writeRepository } from '../src/write-repository.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** What a remote finds beside it in a checkout. */
const SIBLINGS = ['node_modules', 'web-kit', 'tsconfig.base.json', 'tsconfig.web.json'];

async function build(folder: string, onLine: (line: string) => void = () => {}): Promise<void> {
  // The federation plugin of Vite stands aside where it finds itself in a test.
  const { JEST_WORKER_ID: _worker, ...env } = process.env;
  await run('npm', ['run', 'build', '--silent'], {
    cwd: folder,
    env: { ...env, NODE_ENV: 'production', NODE_OPTIONS: '' },
    onLine,
  });
}

/** Gives a remote the pages `first` and `second` with a module in common, and `third`, which has a stylesheet in common with `second`. */
async function writeSharingPages(folder: string, name: string): Promise<void> {
  const sources = {
    'shared.module.css': '.shared { width: 1234px; }',
    'shared.ts': `import styles from './shared.module.css';\nexport const SHARED = [styles.shared, 'of-shared-script'];`,
    'plain.css': 'body { width: 5678px; }',
    'routes/first.tsx': `import { SHARED } from '../shared.ts';\nexport default () => ['first', ...SHARED];`,
    'routes/second.tsx': `import '../plain.css';\nimport { SHARED } from '../shared.ts';\nexport default () => ['second', ...SHARED];`,
    'routes/third.tsx': `import '../plain.css';\nexport default () => 'third';`,
    'route-table.ts': `export const ROUTES = ['first', 'second', 'third'].map((page) => ({ path: '/' + page, page }));`,
    'remote.tsx': `
      import { defineRemote } from '@leadping/web-kit/remote';
      import { ROUTES } from './route-table.ts';
      const pages = {
        first: () => import('./routes/first.tsx'),
        second: () => import('./routes/second.tsx'),
        third: () => import('./routes/third.tsx'),
      };
      export default defineRemote({ name: '${name}', table: ROUTES, pages });`,
  };
  for (const [file, source] of Object.entries(sources))
    await writeFile(path.join(folder, 'src', file), source);
}

describe('a new remote', () => {
  let checkout: string;
  let files: string[];

  beforeAll(async () => {
    checkout = await mkdtemp(path.join(tmpdir(), 'checkout-'));
    for (const name of SIBLINGS) await symlink(path.join(ROOT, name), path.join(checkout, name));
    files = await writeRemote(checkout, {
      name: 'mfe-yearly-reports',
      route: '/reports/:year',
      bundler: 'rspack',
    });
  });
  afterAll(() => rm(checkout, { recursive: true, force: true }));

  it('lives in a folder of its own, with a workflow beside the others', () => {
    const elsewhere = files.filter((file) => !file.startsWith('mfe-yearly-reports/'));
    expect(elsewhere).toEqual(['.github/workflows/mfe-yearly-reports.yml']);
  });

  it('has no mark left that was to be filled in', async () => {
    for (const file of files)
      expect(await readFile(path.join(checkout, file), 'utf8')).not.toMatch(/%[A-Z]+%/);
  });

  it('builds, and its release names its route and the runtime that it needs', async () => {
    const folder = path.join(checkout, 'mfe-yearly-reports');
    const bin = (name: string) => path.join(ROOT, 'node_modules/.bin', name);
    await run(bin('tsc'), ['-p', '.'], { cwd: folder });
    await run(bin('rspack'), ['build'], {
      cwd: folder,
      env: { ...process.env, RELEASE_VERSION: '4.5.6-not-of-package.json' },
    });
    const built = async (file: string) =>
      JSON.parse(await readFile(path.join(folder, 'dist', file), 'utf8')) as unknown;
    const release = BuildManifest.parse(await built('release.json'));
    expect(await built('mf-manifest.json')).toMatchObject({
      metaData: { buildInfo: { buildVersion: release.version } },
    });
    expect(release.version).toBe('4.5.6-not-of-package.json');
    expect(release.name).toBe('mfe-yearly-reports');
    expect(release.routes.map((route) => route.path)).toEqual(['/reports/:year']);
    expect(release.needs).toContain('federation@2');
    expect(release.files.map(({ path: file }) => file)).toContain('mf-manifest.json');
    const entry = await readFile(path.join(folder, 'dist', release.entry), 'utf8');
    // The runtime is the shell's: an entry of our own weighs a tenth of one that brings it.
    expect(entry).toContain('__LEADPING_FEDERATION_2__');
    expect(entry.length).toBeLessThan(12_000);
  });

  it.each(BUNDLERS)('is not built by %s where remote.tsx takes React itself', async (bundler) => {
    const name = `mfe-eager-${bundler}`;
    await writeRemote(checkout, { name, route: '/eager', bundler });
    const folder = path.join(checkout, name);
    const file = path.join(folder, 'src/remote.tsx');
    const source = await readFile(file, 'utf8');
    await writeFile(
      file,
      `import { version } from 'react';\nObject.assign(globalThis, { version });\n${source}`,
    );
    const lines: string[] = [];
    await expect(build(folder, (line) => lines.push(line))).rejects.toThrow();
    expect(lines.join('\n')).toContain(`${name}: src/remote.tsx takes react itself`);
  });

  it('names in its release, built by Vite, every file that a page loads, and is within its budget', async () => {
    const name = 'mfe-sharing';
    await writeRemote(checkout, { name, route: '/first', bundler: 'vite' });
    const folder = path.join(checkout, name);
    await writeSharingPages(folder, name);
    await build(folder);
    const dist = path.join(folder, 'dist');
    const read = (file: string) => readFile(path.join(dist, file), 'utf8');
    const { preload, routes, files } = BuildManifest.parse(JSON.parse(await read('release.json')));
    const marks = {
      '/first': ['of-shared-script', '1234px'],
      '/second': ['of-shared-script', '1234px', '5678px'],
      '/third': ['5678px'],
    };
    expect(routes.map((route) => route.path)).toEqual(Object.keys(marks));
    for (const route of routes) {
      expect(route.preload.filter((file) => preload.includes(file))).toEqual([]);
      const loaded = [...preload, ...route.preload];
      expect(files.map((file) => file.path)).toEqual(expect.arrayContaining(loaded));
      const texts = await Promise.all(loaded.map(read));
      for (const mark of marks[route.path as keyof typeof marks]) expect(texts.join('\n')).toContain(mark);
      // What a module imports at once is loaded with it.
      const imports = texts.flatMap((text, index) =>
        [...text.matchAll(/\bfrom ?["'](\.{1,2}\/[^"']+\.js)["']/g)].map(([, file = '']) =>
          path.join(path.dirname(loaded[index] ?? ''), file),
        ),
      );
      expect(imports.length).toBeGreaterThan(2);
      expect(loaded).toEqual(expect.arrayContaining(imports));
    }
    const { sizeBudget } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as {
      sizeBudget: { entry: number };
    };
    const sizes = await Promise.all(
      preload.map((file) => path.join(dist, file)).map((file) => stat(`${file}.br`).catch(() => stat(file))),
    );
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(sizeBudget.entry);
  });

  it('never overwrites one that is there', async () => {
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

  it('has a repository of its own where a folder is named, and that is empty', async () => {
    const remote = readArguments(['mfe-reports', '--repository', '../reports']) as NewRemote;
    expect(remote.repository).toBe('../reports');
    await expect(writeRepository(ROOT, checkout, remote)).rejects.toThrow('is not empty.');
    const file = path.join(checkout, 'a-file');
    await writeFile(file, '');
    await expect(writeRepository(ROOT, file, remote)).rejects.toThrow(`${file} is a file.`);
  });

  it('leaves a folder empty for the next try, where the packages cannot be made', async () => {
    const [nowhere, folder] = [path.join(checkout, 'nowhere'), path.join(checkout, 'empty')];
    await mkdir(nowhere);
    await mkdir(folder);
    const remote = { name: 'mfe-reports', route: '/reports', bundler: 'webpack' } as const;
    await expect(writeRepository(nowhere, folder, remote)).rejects.toThrow('npm');
    expect(await readdir(folder)).toEqual([]);
  });

  it('has the versions of this repository in its own, and none that is a range', async () => {
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
    // What is there already is no fault of the command line.
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
