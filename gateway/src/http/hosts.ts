/** The hosts of the platform: the product's own host, and one subdomain per tenant. */
export interface Hosts {
  publicUrl: string;
  /** Whether this is the product's own origin or a subdomain of it, even if no such tenant exists. */
  isOwnOrigin: (origin: string) => boolean;
  /** Whether this is the product's own origin, which serves the dashboards and the sign-in. */
  isMainOrigin: (origin: string) => boolean;
  /**
   * The tenant's label of a host, such as `acme` of `acme.example.com:8080`. Null on the product's own host and on
   * others.
   */
  subdomainOf: (host: string) => string | null;
  /** The tenant's label of an origin with the product's scheme. */
  labelOfOrigin: (origin: string) => string | null;
  /** The host of the tenant with this label, or the product's own host without one. */
  hostOf: (label: string | null) => string;
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export function hostsOf(publicUrl: string): Hosts {
  const own = new URL(publicUrl);
  const subdomainOf = (host: string) => {
    const given = host.toLowerCase();
    if (!given.endsWith(`.${own.host}`)) return null;
    const label = given.slice(0, -own.host.length - 1);
    return LABEL.test(label) && label !== 'www' ? label : null;
  };
  const labelOfOrigin = (origin: string) => {
    const scheme = `${own.protocol}//`;
    return origin.startsWith(scheme) ? subdomainOf(origin.slice(scheme.length)) : null;
  };
  return {
    publicUrl,
    subdomainOf,
    hostOf: (label) => (label === null ? own.host : `${label}.${own.host}`),
    isMainOrigin: (origin) => origin === own.origin,
    labelOfOrigin,
    isOwnOrigin: (origin) => origin === own.origin || labelOfOrigin(origin) !== null,
  };
}
