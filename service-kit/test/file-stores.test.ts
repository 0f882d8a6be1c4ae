import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bucketStore } from '../src/storage/bucket-store.ts';
import type { FileStore } from '../src/storage/file-store.ts';
import { folderStore } from '../src/storage/folder-store.ts';
import { startBucket, type BucketUnderTest } from '@leadping/test-kit/bucket';

const KEYS = { id: 'AKIDEXAMPLE', secret: 'a-secret-of-the-test', name: 'leadping-files' };

let bucket: BucketUnderTest;
let folder: string;
const stores: Record<string, () => FileStore> = {
  'a folder': () => folderStore(folder),
  'a bucket': () => bucketAs(KEYS.secret),
};
const bucketAs = (secretAccessKey: string, name = KEYS.name) =>
  bucketStore({
    endpoint: bucket.endpoint,
    name,
    region: 'eu-central-1',
    accessKeyId: KEYS.id,
    secretAccessKey,
  });

beforeAll(async () => {
  bucket = await startBucket(KEYS);
  folder = await mkdtemp(path.join(tmpdir(), 'store-'));
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => bucket.objects.clear());

describe.each(Object.keys(stores))('%s', (name) => {
  const open = () => stores[name]!();

  it('returns a stored file byte by byte, and null for an unknown key', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    await open().write('mfe-a/1.0.0/media/a~b@2x.png', bytes);
    expect((await open().read('mfe-a/1.0.0/media/a~b@2x.png'))?.equals(bytes)).toBe(true);
    expect(await open().read('mfe-a/1.0.0/media/other.png')).toBeNull();
    expect(await open().read('mfe-a/1.0.0/media')).toBeNull();
  });

  it('lists every file under a prefix, and no longer lists a removed one', async () => {
    const keys = Array.from({ length: 8 }, (_, nth) => `mfe-b/1.0.0/file-${nth}.js`);
    for (const key of [...keys, 'mfe-c/1.0.0/file.js']) await open().write(key, Buffer.from(key));
    const listed = await open().list('mfe-b/');
    expect(listed.map(({ key }) => key).sort()).toEqual(keys);
    expect(listed.every(({ storedAt }) => storedAt.getTime() > 0)).toBe(true);
    await open().remove('mfe-b/1.0.0/file-0.js');
    await open().remove('mfe-b/1.0.0/file-0.js');
    expect(await open().list('mfe-b/')).toHaveLength(7);
  });
});

describe('a folder as file store', () => {
  it('rejects keys that lead outside the folder, and keeps no temporary file after a write', async () => {
    const store = folderStore(folder);
    await expect(store.read('../outside')).rejects.toThrow(/leaves the store/);
    await expect(store.write('a/../../outside', Buffer.from('x'))).rejects.toThrow(/leaves the store/);
    await store.write('mfe-d/1.0.0/x.js', Buffer.from('x'));
    expect(await readdir(path.join(folder, 'mfe-d/1.0.0'))).toEqual(['x.js']);
  });

  it('is empty before the first write', async () => {
    expect(await folderStore(path.join(folder, 'not-there')).list('')).toEqual([]);
  });
});

describe('a bucket as file store', () => {
  it('retries after a short failure, and throws if the bucket does not exist or the key is wrong', async () => {
    bucket.failNext(1);
    await bucketAs(KEYS.secret).write('mfe-a/1.0.0/x.js', Buffer.from('x'));
    expect(bucket.objects.has('mfe-a/1.0.0/x.js')).toBe(true);
    const elsewhere = bucketAs(KEYS.secret, 'not-there');
    await expect(elsewhere.write('mfe-a/1.0.0/x.js', Buffer.from('x'))).rejects.toThrow(/there is no bucket/);
    await expect(bucketAs('another-secret').read('mfe-a/1.0.0/x.js')).rejects.toThrow(/403/);
  });
});
