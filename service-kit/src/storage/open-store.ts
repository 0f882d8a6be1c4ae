import { z } from 'zod';
import { bucketStore } from './bucket-store.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';

/** Environment of a process whose files may be in a bucket. The process chooses the variable for the bucket's name. */
export const BUCKET_ACCESS = {
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  S3_REGION: z.string().min(1).default('auto'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
};
export const BucketName = z.string().min(3).max(63).optional();

interface BucketAccess {
  S3_ENDPOINT?: string | undefined;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
}

/** The variables that a configured bucket needs and that are missing. */
export function missingAccess(bucket: string | undefined, access: BucketAccess): string[] {
  const needed = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  return bucket === undefined ? [] : needed.filter((name) => access[name] === undefined);
}

/** Opens the bucket if one is configured, else the folder. */
export function openStore(
  access: BucketAccess,
  { bucket, folder }: { bucket: string | undefined; folder: string },
): FileStore {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = access;
  if (!bucket || !S3_ENDPOINT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return folderStore(folder);
  return bucketStore({
    endpoint: S3_ENDPOINT,
    name: bucket,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  });
}
