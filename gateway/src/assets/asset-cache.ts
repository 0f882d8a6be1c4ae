import type { Log } from '@leadping/service-kit/telemetry/log';
import { hasIntegrity, integrityOf } from '../storage/integrity.ts';
import type { Registry } from '../releases/registry.ts';
import { servedBuilds } from '../releases/release-state.ts';
import type { FileStore } from '@leadping/service-kit/storage/file-store';
import { isText } from '../http/content-type.ts';
import { decompress, SUFFIX, type Encoding } from '../http/encodings.ts';
import { LRUCache } from 'lru-cache';

export interface Asset {
  bytes: Buffer;
  encoding: Encoding;
  etag: string;
}

export interface Assets {
  /** Finds the file in the requested encoding, or uncompressed. Null if it does not exist. */
  find: (key: string, wanted: Encoding) => Promise<Asset | null>;
}

/**
 * The file's entry in the release. `undefined` if its build is no longer served, `null` if the build has no such
 * file.
 */
type Expectation = { integrity: string; bytes: number } | null | undefined;

const MAX_BYTES = 32 * 1024 * 1024;
/** Maximum size of a cached file, so that large media do not evict everything else. */
const MAX_CACHED_BYTES = 4 * 1024 * 1024;

/** Serves files from an LRU cache in memory. Each file is checked against its release when it is read. */
export function openAssets(options: { store: FileStore; registry: Registry; log: Log }): Assets {
  const { store, registry, log } = options;
  const cached = new LRUCache<string, Asset>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_CACHED_BYTES,
    // lru-cache rejects a size of 0.
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.byteLength),
  });

  const load = async (key: string, encoding: Encoding, expected: Expectation): Promise<Asset | null> => {
    const stored = await store.read(`${key}${SUFFIX[encoding]}`);
    if (!stored) return null;
    if (expected && !(await isExpected(stored, encoding, expected))) {
      log.error({ key, encoding }, 'asset refused: content differs from the release');
      return null;
    }
    const etag = `"${integrityOf(stored).slice('sha256-'.length, 'sha256-'.length + 27)}"`;
    return { bytes: stored, encoding, etag };
  };

  return {
    find: async (key, wanted) => {
      const encoding = isText(key) ? wanted : 'identity';
      const expected = expectationOf(registry, key);
      if (expected === null) return null;
      const id = `${key}${SUFFIX[encoding]} ${expected?.integrity ?? ''}`;
      const hit = cached.get(id);
      if (hit) return hit;
      const asset =
        (await load(key, encoding, expected)) ??
        (encoding === 'identity' ? null : await load(key, 'identity', expected));
      if (asset) cached.set(id, asset);
      return asset;
    },
  };
}

function expectationOf(registry: Registry, key: string): Expectation {
  const [name, version, ...rest] = key.split('/');
  const path = rest.join('/');
  const build = servedBuilds(registry.current()).find((one) => one.name === name && one.version === version);
  return build && (build.files.find((file) => file.path === path) ?? null);
}

async function isExpected(
  stored: Buffer,
  encoding: Encoding,
  expected: NonNullable<Expectation>,
): Promise<boolean> {
  try {
    return hasIntegrity(await decompress(stored, encoding, expected.bytes), expected.integrity);
  } catch {
    return false;
  }
}
