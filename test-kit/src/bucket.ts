import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface BucketUnderTest {
  endpoint: string;
  objects: Map<string, Buffer>;
  failNext: (count: number) => void;
  close: () => Promise<void>;
}

const PAGE_SIZE = 3;

/**
 * The part of S3 that the registry uses, with verified signatures: GET, PUT and DELETE of objects, and paged
 * listing.
 */
export async function startBucket(keys: {
  id: string;
  secret: string;
  name: string;
}): Promise<BucketUnderTest> {
  const objects = new Map<string, Buffer>();
  let failures = 0;

  const answer = (method: string, url: URL, body: Buffer): { status: number; body?: Buffer | string } => {
    if (!url.pathname.startsWith(`/${keys.name}`))
      return { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' };
    const key = decodeURIComponent(url.pathname.slice(`/${keys.name}`.length)).replace(/^\//, '');
    if (method === 'PUT') {
      objects.set(key, body);
      return { status: 200 };
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    if (key === '') return { status: 200, body: listing(url) };
    const found = objects.get(key);
    return found
      ? { status: 200, body: found }
      : { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
  };

  const listing = ({ searchParams }: URL): string => {
    const all = [...objects.keys()].filter((key) => key.startsWith(searchParams.get('prefix') ?? '')).sort();
    const from = Number(searchParams.get('continuation-token') ?? 0);
    const more =
      from + PAGE_SIZE < all.length
        ? `<NextContinuationToken>${from + PAGE_SIZE}</NextContinuationToken>`
        : '';
    const entries = all
      .slice(from, from + PAGE_SIZE)
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`,
      );
    return `<?xml version="1.0"?><ListBucketResult>${more}${entries.join('')}</ListBucketResult>`;
  };

  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://bucket');
      const isBroken = failures > 0;
      if (isBroken) failures -= 1;
      const result = isBroken
        ? { status: 503 }
        : isSigned(request, url, body, keys)
          ? answer(request.method ?? 'GET', url, body)
          : { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' };
      response.writeHead(result.status).end('body' in result ? result.body : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failNext: (count) => (failures = count),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest();

/** Verifies AWS Signature Version 4 against the received request. */
function isSigned(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  keys: { id: string; secret: string },
): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    );
  if (!match) return false;
  const [, id, date = '', region = '', signed = '', signature] = match;
  const bodyHash = String(request.headers['x-amz-content-sha256'] ?? '');
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(body)) return false;
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const path = url.pathname
    .split('/')
    .map((part) => encodeURIComponent(decodeURIComponent(part)))
    .join('/');
  const canonical = [request.method, path, query, headers.join(''), signed, bodyHash].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${keys.secret}`, date), region));
  return id === keys.id && hmac(key, text).toString('hex') === signature;
}
