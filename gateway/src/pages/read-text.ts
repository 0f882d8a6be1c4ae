import type { BuildManifest } from '@leadping/contracts/release';
import type { Assets } from '../assets/asset-cache.ts';

/** Reads a file of a build as text. Null if it is missing from the store. */
export type ReadText = (build: BuildManifest, path: string) => Promise<string | null>;

export const textReader =
  (assets: Assets): ReadText =>
  async (build, path) => {
    const asset = await assets.find(`${build.name}/${build.version}/${path}`, 'identity');
    return asset ? asset.bytes.toString('utf8') : null;
  };
