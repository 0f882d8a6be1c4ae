import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assetSecurityHeaders } from '../http/security-headers.ts';
import type { Assets } from './asset-cache.ts';
import { contentTypeOf } from '../http/content-type.ts';
import { chooseEncoding } from '../http/encodings.ts';
import parseRange from 'range-parser';

/** `<app>/<version>/<file>` without parent folders, hidden files or double encoding. */
const KEY =
  /^(?:shell|mfe-[a-z][a-z0-9-]{1,40})\/\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\/[A-Za-z0-9_~@-][A-Za-z0-9_~@.-]*)+$/;

const CACHED_FOREVER = 'public, max-age=31536000, immutable';

/** Serves the files of releases. Their paths are immutable: a name never changes its content. */
export function registerAssets(
  app: FastifyInstance,
  options: { assets: Assets; isProduction: boolean },
): void {
  const security = assetSecurityHeaders(options.isProduction);
  app.get('/assets/*', async (request: FastifyRequest<{ Params: { '*': string } }>, reply) => {
    const key = request.params['*'];
    const type = KEY.test(key) ? contentTypeOf(key) : null;
    const wanted =
      request.headers.range === undefined ? chooseEncoding(request.headers['accept-encoding']) : 'identity';
    const asset = type === null ? null : await options.assets.find(key, wanted);
    if (!asset || type === null) throw new DomainError('NOT_FOUND', 'There is no such file.');
    for (const [name, value] of security(type)) void reply.header(name, value);
    void reply
      .header('cache-control', CACHED_FOREVER)
      .header('etag', asset.etag)
      .header('vary', 'accept-encoding')
      .header('accept-ranges', 'bytes')
      .type(type);
    if (request.headers['if-none-match']?.includes(asset.etag)) return reply.status(304).send();
    if (asset.encoding !== 'identity') void reply.header('content-encoding', asset.encoding);
    return sendBytes(request, reply, asset);
  });
}

/**
 * Sends one range of bytes, as video players request it. A request for several ranges gets the whole file (RFC 9110 §14.2). So
 * does a client with a part of another version (`If-Range`, §13.1.5). A date there never matches, because we send none.
 */
function sendBytes(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: { bytes: Buffer; etag: string },
): FastifyReply {
  if ((headers['if-range'] ?? etag) !== etag) return reply.send(bytes);
  const ranges = parseRange(bytes.byteLength, clampSuffix(headers.range ?? '', bytes.byteLength));
  if (ranges === -1) return reply.status(416).header('content-range', `bytes */${bytes.byteLength}`).send();
  const [range, ...others] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges;
  if (!range || others.length > 0) return reply.send(bytes);
  return reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${bytes.byteLength}`)
    .send(bytes.subarray(range.start, range.end + 1));
}

/**
 * A suffix range longer than the file means the whole file (RFC 9110 §14.1.2). The parser rejects it as
 * unsatisfiable.
 */
function clampSuffix(range: string, size: number): string {
  const [, suffix] = /^bytes=-(\d+)$/.exec(range) ?? [];
  return suffix !== undefined && Number(suffix) > size ? `bytes=-${size}` : range;
}
