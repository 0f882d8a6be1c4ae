import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { placeForServer } from '../src/unprivileged.ts';

const asRoot = process.getuid?.() === 0 ? it : it.skip;

describe('the place of a server that does not run as root', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'place-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is the requested folder if everybody may enter it', async () => {
    await chmod(folder, 0o755);

    expect(await placeForServer(join(folder, 'data'))).toBe(join(folder, 'data'));
    expect(await placeForServer(join(folder, 'yet/to/be/made'))).toBe(join(folder, 'yet/to/be/made'));
  });

  asRoot(
    'is the folder that was asked for in a temporary folder, which is opened for passage only',
    async () => {
      expect(await placeForServer(join(folder, 'data'))).toBe(join(folder, 'data'));
      expect((await stat(folder)).mode & 0o777).toBe(0o711);
    },
  );

  asRoot('is always the same one outside, where only root may enter', async () => {
    const closed = await mkdtemp('/var/cache/closed-');
    try {
      const place = await placeForServer(join(closed, 'data'));
      expect(place).toMatch(/^\/var\/tmp\/local-stack-[0-9a-f]{16}$/);
      expect(await placeForServer(join(closed, 'data'))).toBe(place);
      expect(await placeForServer(join(closed, 'data2'))).not.toBe(place);
    } finally {
      await rm(closed, { recursive: true });
    }
  });
});
