import type { BuildManifest } from '@leadping/contracts/release';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { BuiltRemote } from './build-remote.ts';
import { ReleaseFailure } from './failures.ts';
import { readJson } from './read-json.ts';

/** `sizeBudget` in a remote's `package.json`, in compressed bytes (brotli). */
const SizeBudget = z.strictObject({
  /** The files that every page of the remote loads first. */
  entry: z.int().positive().optional(),
  /** The additional files of the largest page. */
  page: z.int().positive().optional(),
});
const Package = z.object({ sizeBudget: SizeBudget.optional() });

/** @throws {ReleaseFailure} OVER_BUDGET if a build exceeds its team's budget. */
export async function checkBudget({ folder, manifest }: BuiltRemote): Promise<void> {
  const { sizeBudget = {} } = await readJson(path.join(folder, 'package.json'), Package, '{}');
  const sizes = await sizesOf(path.join(folder, 'dist'), manifest);
  const over = (['entry', 'page'] as const).find(
    (part) => sizes[part].bytes > (sizeBudget[part] ?? Infinity),
  );
  if (!over) return;
  const { bytes, name } = sizes[over];
  throw new ReleaseFailure(
    'OVER_BUDGET',
    `${manifest.name}: ${name} is ${bytes} bytes compressed, sizeBudget.${over} in its package.json is ${sizeBudget[over]}.`,
  );
}

/** The compressed sizes of the entry and of the largest page. */
async function sizesOf(dist: string, { preload, routes }: BuildManifest) {
  const sum = async (files: readonly string[]) => {
    const sizes = await Promise.all(files.map((file) => sentSize(path.join(dist, file))));
    return sizes.reduce((total, size) => total + size, 0);
  };
  const pages = await Promise.all(
    routes.map(async (route) => ({ name: `the page ${route.path}`, bytes: await sum(route.preload) })),
  );
  const largest = pages.sort((a, b) => b.bytes - a.bytes)[0] ?? { name: 'no page', bytes: 0 };
  return { entry: { name: 'the entry', bytes: await sum(preload) }, page: largest };
}

async function sentSize(file: string): Promise<number> {
  const { size } = await stat(`${file}.br`).catch(() => stat(file));
  return size;
}
