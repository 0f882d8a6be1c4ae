import { PUBLIC_FOLDER } from '@leadping/contracts/gateway/page';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Assets } from '../assets/asset-cache.ts';
import { contentTypeOf } from '../http/content-type.ts';
import { chooseEncoding } from '../http/encodings.ts';
import type { ReleaseState } from '../releases/release-state.ts';

/** Finds the key of the file that a stable build publishes at a root path such as `/embed.js`. */
export function findPublicFile({ apps }: ReleaseState, pathname: string): string | null {
  if (pathname === '/') return null;
  const file = `${PUBLIC_FOLDER}${pathname}`;
  const build = Object.values(apps)
    .map(({ stable }) => stable)
    .find(({ files }) => files.some(({ path }) => path === file));
  return build ? `${build.name}/${build.version}/${file}` : null;
}

/** Other sites load these files under a fixed name, so caches revalidate them within minutes. */
export async function sendPublicFile(
  request: FastifyRequest,
  reply: FastifyReply,
  assets: Assets,
  key: string,
): Promise<FastifyReply> {
  const type = contentTypeOf(key);
  const asset = type && (await assets.find(key, chooseEncoding(request.headers['accept-encoding'])));
  if (!type || !asset) throw new DomainError('NOT_FOUND', 'There is no such file.');
  void reply
    .header('cache-control', 'public, max-age=300')
    .header('etag', asset.etag)
    .header('vary', 'accept-encoding')
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .type(type);
  if (request.headers['if-none-match']?.includes(asset.etag)) return reply.status(304).send();
  if (asset.encoding !== 'identity') void reply.header('content-encoding', asset.encoding);
  return reply.send(asset.bytes);
}
