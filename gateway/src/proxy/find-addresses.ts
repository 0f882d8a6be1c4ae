import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

/** Every address that DNS has for a host. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;

/**
 * Where a service is at this moment: a name with several addresses (a headless Service of Kubernetes, a scaled service of
 * compose) stands for each of them. One with a single address stays a name, and so does one with TLS, whose certificate has the name.
 *
 * @param urls origins as they are configured
 * @throws where a name cannot be looked up
 */
export async function findAddresses(urls: readonly string[], lookup: Lookup): Promise<string[]> {
  const found = new Set<string>();
  for (const url of urls) for (const address of await addressesOf(url, lookup)) found.add(address);
  return [...found];
}

async function addressesOf(url: string, lookup: Lookup): Promise<string[]> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol === 'https:' || hostname.startsWith('[') || isIP(hostname) !== 0) return [url];
  const addresses = await lookup(hostname);
  // Where there are both kinds, each process has one of each.
  const ofOneKind = addresses.filter(({ family }) => family === addresses[0]?.family);
  if (ofOneKind.length < 2) return [url];
  return ofOneKind
    .map(({ address, family }) => new URL(`http://${family === 6 ? `[${address}]` : address}:${port}`).origin)
    .toSorted();
}
