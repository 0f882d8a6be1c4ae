import type { GatewayConfig } from '../config.ts';
import type { AssetStore } from './asset-store.ts';
import { bucketStore } from './bucket-store.ts';
import { folderStore } from './folder-store.ts';

/** The bucket where one is configured, else the folder. */
export function openStore(config: GatewayConfig): AssetStore {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_BUCKET || !S3_ENDPOINT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    return folderStore(config.ASSETS_FOLDER);
  }
  return bucketStore({
    endpoint: S3_ENDPOINT,
    name: S3_BUCKET,
    region: config.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  });
}
