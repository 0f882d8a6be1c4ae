import type { Log } from '@leadping/service-kit/log';
import { integrityOf } from '../releases/integrity.ts';
import type { AssetStore } from './asset-store.ts';
import { isText } from './content-type.ts';
import { decompress, SUFFIX, type Encoding } from './encodings.ts';

export interface Asset {
  bytes: Buffer;
  encoding: Encoding;
  etag: string;
}

/** What a release says of a file: nothing of a build that is no longer served, `null` of a file that its build has not. */
export type Expectation = { integrity: string; bytes: number } | null | undefined;

const MOST_BYTES = 32 * 1024 * 1024;
/** Large media pass through without pushing everything else out. */
const LARGEST_KEPT = 4 * 1024 * 1024;

/** Serves files from memory, the least recently asked for going first; each is checked against its release as it is read. */
export function assetCache(options: {
  store: AssetStore;
  expectationOf: (key: string) => Expectation;
  log: Log;
}) {
  const { store, log } = options;
  const kept = new Map<string, Asset>();
  let keptBytes = 0;

  const keep = (id: string, asset: Asset) => {
    if (asset.bytes.byteLength > LARGEST_KEPT || kept.has(id)) return;
    kept.set(id, asset);
    keptBytes += asset.bytes.byteLength;
    for (const [oldest, { bytes }] of kept) {
      if (keptBytes <= MOST_BYTES) break;
      kept.delete(oldest);
      keptBytes -= bytes.byteLength;
    }
  };

  const load = async (key: string, encoding: Encoding, expected: Expectation): Promise<Asset | null> => {
    const stored = await store.read(`${key}${SUFFIX[encoding]}`);
    if (!stored) return null;
    if (expected && !(await isExpected(stored, encoding, expected))) {
      log.error({ key, encoding }, 'an asset is not the one that was released, it is not served');
      return null;
    }
    const etag = `"${integrityOf(stored).slice('sha384-'.length, 'sha384-'.length + 27)}"`;
    return { bytes: stored, encoding, etag };
  };

  return {
    /** The file in the encoding that was asked for, else as it is; null where there is none. */
    find: async (key: string, wanted: Encoding): Promise<Asset | null> => {
      const encoding = isText(key) ? wanted : 'identity';
      const expected = options.expectationOf(key);
      if (expected === null) return null;
      const id = `${key}${SUFFIX[encoding]} ${expected?.integrity ?? ''}`;
      const hit = kept.get(id);
      if (hit) {
        kept.delete(id);
        kept.set(id, hit);
        return hit;
      }
      const asset =
        (await load(key, encoding, expected)) ??
        (encoding === 'identity' ? null : await load(key, 'identity', expected));
      if (asset) keep(id, asset);
      return asset;
    },
  };
}

export type AssetCache = ReturnType<typeof assetCache>;

async function isExpected(
  stored: Buffer,
  encoding: Encoding,
  expected: NonNullable<Expectation>,
): Promise<boolean> {
  try {
    return integrityOf(await decompress(stored, encoding, expected.bytes)) === expected.integrity;
  } catch {
    return false;
  }
}
