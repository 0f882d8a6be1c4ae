import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildPage } from '../src/build.ts';
import { madeOf } from '../src/made-of.ts';
import { ROOT } from '../src/root.ts';

describe('the inputs of a page', () => {
  it('are its own folder and all packages that it depends on directly or indirectly', async () => {
    expect((await madeOf(ROOT, 'mfe-admin')).sort()).toEqual([
      'contracts',
      'extension',
      'guides',
      'mfe-admin',
      'web-kit',
    ]);
  });
});

describe('a page', () => {
  let root: string;
  const write = async (path: string, content: object) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), JSON.stringify(content));
  };
  /** Brings the page up to date. Returns the number of its builds. */
  const build = async () => {
    await buildPage(root, 'mfe-page');
    return (await readFile(join(root, 'mfe-page/dist/builds'), 'utf8')).length;
  };

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'leadping-build-'));
    await write('package.json', { workspaces: ['mfe-page', 'kit', 'base'] });
    await write('mfe-page/package.json', {
      name: '@leadping/mfe-page',
      dependencies: { '@leadping/kit': '0.1.0' },
      scripts: { build: 'mkdir -p dist && printf x >> dist/builds' },
    });
    await write('kit/package.json', { name: '@leadping/kit', dependencies: { '@leadping/base': '0.1.0' } });
    await write('base/package.json', { name: '@leadping/base' });
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it('is rebuilt only if one of its inputs changed', async () => {
    expect(await build()).toBe(1);
    await write('other/src/code.ts', {});
    expect(await build()).toBe(1);
    await write('base/src/code.ts', {});
    expect(await build()).toBe(2);
  });

  it.each(['tsconfig.base.json', 'tsconfig.web.json', 'package-lock.json'])(
    'is rebuilt if %s changed',
    async (file) => {
      const before = await build();
      await write(file, {});
      expect(await build()).toBe(before + 1);
    },
  );
});
