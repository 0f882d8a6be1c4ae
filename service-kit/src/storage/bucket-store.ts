import { AwsClient } from 'aws4fetch';
import { z } from 'zod';
import type { FileStore, StoredFile } from './file-store.ts';

export interface Bucket {
  /** For example `https://s3.eu-central-1.amazonaws.com`. The bucket's name is added to the path. */
  endpoint: string;
  name: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const TIMEOUT_MS = 10_000;

/** Keeps files in an S3-compatible bucket. */
export function bucketStore(bucket: Bucket): FileStore {
  const client = new AwsClient({
    accessKeyId: bucket.accessKeyId,
    secretAccessKey: bucket.secretAccessKey,
    region: bucket.region,
    service: 's3',
    retries: 2,
  });
  const root = `${bucket.endpoint}/${bucket.name}`;
  const call = async (method: string, url: string, body?: Buffer): Promise<Response> => {
    const reply = await client.fetch(url, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
    if (!reply.ok && reply.status !== 404)
      throw new Error(`the bucket replied ${reply.status} to ${method} ${url}`);
    return reply;
  };

  return {
    read: async (key) => {
      const reply = await call('GET', `${root}/${key}`);
      return reply.status === 404 ? null : Buffer.from(await reply.arrayBuffer());
    },
    write: async (key, bytes) => {
      const { ok } = await call('PUT', `${root}/${key}`, bytes);
      if (!ok) throw new Error(`there is no bucket ${root}`);
    },
    list: async (prefix) => {
      const found: StoredFile[] = [];
      let next: string | undefined;
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix,
          ...(next ? { 'continuation-token': next } : {}),
        });
        const page = await readListing(await (await call('GET', `${root}?${query}`)).text());
        found.push(...page.files);
        next = page.next;
      } while (next !== undefined);
      return found;
    },
    remove: async (key) => {
      await call('DELETE', `${root}/${key}`);
    },
  };
}

const Listing = z.object({
  ListBucketResult: z.object({
    Contents: z.array(z.object({ Key: z.string(), LastModified: z.coerce.date() })).default([]),
    NextContinuationToken: z.string().optional(),
  }),
});

/** @throws {z.ZodError} if the reply is not a listing, because an empty listing would mark every file as lost */
async function readListing(xml: string): Promise<{ files: StoredFile[]; next: string | undefined }> {
  // Most processes never list a bucket.
  const { XMLParser } = await import('fast-xml-parser');
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });
  const { ListBucketResult: page } = Listing.parse(parser.parse(xml));
  return {
    files: page.Contents.map(({ Key: key, LastModified: storedAt }) => ({ key, storedAt })),
    next: page.NextContinuationToken,
  };
}
