import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkFolders } from '../src/check-folders.ts';

describe('folders of a package', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'folders-'));
    await writeFile(join(root, 'package.json'), JSON.stringify({ workspaces: ['pa*'] }));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const write = async (file: string, text: string) => {
    const path = join(root, 'pack/src', file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };

  it('that import each other are found, including type imports', async () => {
    await write('orders/order.ts', "import { pay } from '../payments/pay.ts';");
    await write('payments/pay.ts', "import type { Order } from '../orders/deep/order.ts';");
    await write('mails/send.ts', "const { pay } = await import('../payments/pay.ts');");
    expect(await checkFolders(root)).toEqual([
      'pack: orders > payments > orders (orders/order.ts imports payments/pay.ts, payments/pay.ts imports orders/deep/order.ts)',
    ]);
  });

  it('may share files beside them, and import their own files both ways', async () => {
    await write('context.ts', "import type { Order } from './orders/order.ts';");
    await write('orders/order.ts', "import type { Context } from '../context.ts'; import './deep/a.ts';");
    await write('orders/deep/a.ts', "import '../order.ts';");
    expect(await checkFolders(root)).toEqual([]);
  });

  it('that import each other through a third are found, and so is source that imports tests', async () => {
    await write('a/a.ts', "import '../b/b.ts';");
    await write('b/b.ts', "import '../c/c.ts'; import '../../test/fake.ts';");
    await write('c/c.ts', "import '../a/a.ts';");
    await write('../test/fake.ts', "import '../src/c/c.ts';");
    expect(await checkFolders(root)).toEqual([
      'pack: src > test > src (src/b/b.ts imports test/fake.ts, test/fake.ts imports src/c/c.ts)',
      'pack: a > b > c > a (a/a.ts imports b/b.ts, b/b.ts imports c/c.ts, c/c.ts imports a/a.ts)',
    ]);
  });
});
