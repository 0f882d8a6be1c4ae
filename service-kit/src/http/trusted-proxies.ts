import { compile } from '@fastify/proxy-addr';
import { LRUCache } from 'lru-cache';

/** Maximum size of the cache. There are few proxies; clients can send any other address. */
const MAX_KNOWN = 1000;

/**
 * Returns whether the `X-Forwarded-*` headers of a peer are trusted, by its address. The result is cached, because
 * Fastify asks several times for each request.
 * @param list addresses and networks, or names of ranges such as `loopback`; nobody is trusted if it is empty
 */
export function trustedProxies(list: string[]): false | ((address: string) => boolean) {
  if (list.length === 0) return false;
  const isTrusted = compile(list);
  const known = new LRUCache<string, boolean>({
    max: MAX_KNOWN,
    memoMethod: (address) => isTrusted(address, 0),
  });
  return (address) => known.memo(address);
}
