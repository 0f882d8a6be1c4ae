import ipaddr from 'ipaddr.js';

/** The network that counts as one caller: an IPv4 address, or the /64 that one household or server has. */
export function networkOf(address: string): string {
  // Most addresses are IPv4, and need no parser.
  return address.includes(':') ? networkWithin(address, { ipv4: 32, ipv6: 64 }) : address;
}

/**
 * The network that one operator can easily fill with visitors: a /24 of IPv4, or the /48 that IPv6 providers assign to
 * a site.
 */
export function siteOf(address: string): string {
  return networkWithin(address, { ipv4: 24, ipv6: 48 });
}

/**
 * The network from which one provider assigns: a /24 of IPv4, or the /32 of IPv6 that registries allocate. A /48 is not
 * enough, because it costs nothing.
 */
export function providerOf(address: string): string {
  return networkWithin(address, { ipv4: 24, ipv6: 32 });
}

function networkWithin(address: string, bits: { ipv4: number; ipv6: number }): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4 address that is written as IPv6 counts as the same caller.
  const parsed = ipaddr.process(address);
  const kind = parsed.kind();
  const length = bits[kind];
  const isWhole = kind === 'ipv4' && length === 32;
  if (isWhole) return parsed.toString();
  const first = ipaddr[kind === 'ipv4' ? 'IPv4' : 'IPv6'].networkAddressFromCIDR(
    `${parsed.toString()}/${length}`,
  );
  return `${first.toString()}/${length}`;
}
