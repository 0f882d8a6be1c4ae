import { BRAND } from '../brand.ts';

/** What the gateway tells the services beside the actor's token; stripped from everything that comes from outside. */
export const INTERNAL_HEADERS = {
  /** The tenant's part of the host the visitor is on: `acme` on `acme.example.com`. Absent on the product's own host. */
  subdomain: `${BRAND.headerPrefix}subdomain`,
  /** The visitor's address, after the proxies that `TRUST_PROXY` names. */
  address: `${BRAND.headerPrefix}address`,
} as const;
