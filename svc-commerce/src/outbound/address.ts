import ipaddr from 'ipaddr.js';

/** The version of an IP address; null for a host name. */
export function addressFamily(text: string): 4 | 6 | null {
  if (!ipaddr.isValid(text)) return null;
  return ipaddr.parse(text).kind() === 'ipv4' ? 4 : 6;
}

/**
 * Whether an IP address belongs to the public internet. Everything else is refused: private, loopback, link-local,
 * shared, multicast and documentation addresses, and IPv6 forms that carry an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // 2000::/3 is all of IPv6 that is assigned to the internet.
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'));
}

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
}
