import { LRUCache } from 'lru-cache';
import type StripeClient from 'stripe';
import { Stripe } from './stripe.ts';

/** Two tries fit into the time that the gateway gives a checkout. */
const TIMEOUT_MS = 8000;
const MAX_CLIENTS = 500;

/** @param apiBase address of Stripe's API; its public address by default */
export function buildStripeClients(apiBase: string | undefined): (secretKey: string) => StripeClient {
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  const address =
    base === undefined
      ? {}
      : {
          host: base.hostname,
          port: base.port || (base.protocol === 'https:' ? 443 : 80),
          protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
        };
  const clients = new LRUCache<string, StripeClient>({ max: MAX_CLIENTS });
  return (secretKey) => {
    const known = clients.get(secretKey);
    if (known) return known;
    const client = new Stripe(secretKey, {
      ...address,
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
    });
    clients.set(secretKey, client);
    return client;
  };
}
