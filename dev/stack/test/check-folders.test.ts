import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkFolders } from '../src/check-folders.ts';

describe('folders of a package', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'folders-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const write = async (file: string, text: string) => {
    const path = join(root, 'pack/src', file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };

  it('that import each other are found, types counted too', async () => {
    await write('orders/order.ts', "import { pay } from '../payments/pay.ts';");
    await write('payments/pay.ts', "import type { Order } from '../orders/deep/order.ts';");
    await write('mails/send.ts', "const { pay } = await import('../payments/pay.ts');");
    expect(await checkFolders(root, ['pack'])).toEqual([
      'pack: orders and payments (orders/order.ts imports payments/pay.ts, payments/pay.ts imports orders/deep/order.ts)',
    ]);
  });

  it('may share what stands beside them, and import their own files both ways', async () => {
    await write('context.ts', "import type { Order } from './orders/order.ts';");
    await write('orders/order.ts', "import type { Context } from '../context.ts'; import './deep/a.ts';");
    await write('orders/deep/a.ts', "import '../order.ts';");
    expect(await checkFolders(root, ['pack'])).toEqual([]);
  });
});
