import type { FileStore } from '@leadping/service-kit/storage/file-store';
import { isText } from '../http/content-type.ts';
import { compressOnce, decompress, SUFFIX, WORTHWHILE_BYTES, type Encoding } from '../http/encodings.ts';

export interface BuiltFileContent {
  /** For example `mfe-admin/2.3.1/remoteEntry.1a2b3c4d.js`. */
  key: string;
  bytes: Buffer;
  /** Compressed copies from the build. A copy that does not unpack to the file is replaced. */
  copies?: Partial<Record<Encoding, Buffer>>;
}

/** Stores a file of a build with its brotli and gzip copies, so that no request waits for compression. */
export async function storeFile(
  store: FileStore,
  { key, bytes, copies = {} }: BuiltFileContent,
): Promise<void> {
  if (isText(key) && bytes.byteLength >= WORTHWHILE_BYTES) {
    for (const encoding of ['br', 'gzip'] as const) {
      const made = copies[encoding];
      const copy = made && (await isCopy(made, encoding, bytes)) ? made : await compressOnce(bytes, encoding);
      await store.write(`${key}${SUFFIX[encoding]}`, copy);
    }
  }
  // The file comes last, so that its copies exist when it does.
  await store.write(key, bytes);
}

async function isCopy(copy: Buffer, encoding: Encoding, bytes: Buffer): Promise<boolean> {
  try {
    return (await decompress(copy, encoding, bytes.byteLength)).equals(bytes);
  } catch {
    return false;
  }
}
