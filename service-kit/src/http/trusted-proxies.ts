import { compile } from '@fastify/proxy-addr';
import { LRUCache } from 'lru-cache';

/** Proxies in front are few; the rest of what is asked about is what clients write. */
const MAX_KNOWN = 1000;

/**
 * Whether the `X-Forwarded-*` headers of a peer are believed, by its address. Fastify asks several times for each request: an
 * address is parsed once.
 * @param list addresses and networks, or names of ranges as `loopback`; nobody is believed where it is empty
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
