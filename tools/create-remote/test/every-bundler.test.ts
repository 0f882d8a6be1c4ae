import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BuildManifest } from '@leadping/contracts/release';
import { run } from '@leadping/dev-machine/run';
import { installPackages } from '@leadping/test-kit/install-packages';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BUNDLERS } from '../src/arguments.ts';
import { writeRemote } from '../src/write-remote.ts';
import { writeRepository } from '../src/write-repository.ts';
import { checkAsWritten, makeCheckout, readChecks, ROOT, runCommand } from './checkout.ts';

/** Maximum for six commands one after the other on a busy machine, in ms. */
const SEVERAL_COMMANDS = 400_000;

async function build(folder: string, onLine: (line: string) => void = () => {}): Promise<void> {
  // Vite's federation plugin does nothing if it detects a test.
  const { JEST_WORKER_ID: _worker, ...env } = process.env;
  await run('npm', ['run', 'build', '--silent'], {
    cwd: folder,
    env: { ...env, NODE_ENV: 'production', NODE_OPTIONS: '' },
    onLine,
  });
}

/** Adds three pages to a remote: `first` and `second` share a module, `second` and `third` share a stylesheet. */
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

let checkout: string;
beforeAll(async () => {
  checkout = await makeCheckout();
});
afterAll(() => rm(checkout, { recursive: true, force: true }));

describe.each(BUNDLERS)('a new remote built by %s', (bundler) => {
  it(
    'passes the checks of its workflow and the dead code check unchanged',
    async () => {
      await checkAsWritten(checkout, { name: `mfe-by-${bundler}`, route: '/partners/*', bundler });
    },
    SEVERAL_COMMANDS,
  );

  it(
    'passes the checks of its workflow in a separate repository',
    async () => {
      const repository = path.join(checkout, `repository-${bundler}`);
      await writeRepository(ROOT, repository, { name: 'mfe-partners', route: '/partners', bundler });
      await installPackages(repository);
      const checks = await readChecks(path.join(repository, '.github/workflows/release.yml'));
      expect(checks).toEqual(['npm test', 'npm run build']);
      for (const check of checks) await runCommand(check, repository);
    },
    SEVERAL_COMMANDS,
  );

  it('fails to build if remote.tsx imports React itself', async () => {
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
});

it('a new remote built by Vite lists every file that a page loads, and is within its size budget', async () => {
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
    // Static imports must be in the list too.
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
