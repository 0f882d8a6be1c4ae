import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

/** Looks up every address of a host. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;

/**
 * Finds the current addresses of a service. A name with several addresses (a headless Service of Kubernetes, a scaled
 * service of compose) is replaced by them. A name with one address stays, and so does a TLS name because of its
 * certificate.
 *
 * @param urls configured origins
 * @throws if a name cannot be looked up
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
  // With both address families, each process has one address of each.
  const ofOneKind = addresses.filter(({ family }) => family === addresses[0]?.family);
  if (ofOneKind.length < 2) return [url];
  return ofOneKind
    .map(({ address, family }) => new URL(`http://${family === 6 ? `[${address}]` : address}:${port}`).origin)
    .toSorted();
}
