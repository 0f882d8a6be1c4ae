import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
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

  it('is the folder that was asked for, where everybody may enter', async () => {
    await chmod(folder, 0o755);

    expect(await placeForServer(join(folder, 'data'))).toBe(join(folder, 'data'));
    expect(await placeForServer(join(folder, 'yet/to/be/made'))).toBe(join(folder, 'yet/to/be/made'));
  });

  asRoot('is always the same one outside, where only root may enter', async () => {
    const data = join(folder, 'data');
    await mkdir(data);

    const place = await placeForServer(data);
    expect(place).toMatch(/^\/var\/tmp\/local-stack-[0-9a-f]{16}$/);
    expect(await placeForServer(data)).toBe(place);
    expect(await placeForServer(`${data}2`)).not.toBe(place);
  });
});
