import type { ProductType } from '@leadping/contracts/commerce/order-events';
import type { Route } from '@leadping/contracts/route';

/** A checkout with a session at the provider. */
export interface KnownCheckout {
  id: string;
  sessionId: string;
  resellerId: string | null;
  livemode: boolean;
  amountMinor: number;
  currency: string;
  productType: ProductType;
  terms: string;
}

/** Stored values by the field names of contracts. `id` or `name` of a route is looked up by the route's noun. */
export interface KnownValues {
  byName: Readonly<Record<string, readonly string[]>>;
  byNoun: Readonly<Record<string, readonly string[]>>;
  checkouts: readonly KnownCheckout[];
  /** A reseller with open checkouts. */
  inactiveSeller: string;
  /** Tickets whose address nobody has confirmed. */
  unconfirmedTickets: readonly (readonly [id: string, ticketNumber: string])[];
  /** By reseller. */
  paymentSecrets: Readonly<Record<string, string>>;
  /** Secrets of license-create, by reseller. */
  licenseSecrets: Readonly<Record<string, string>>;
}

export const NOTHING_KNOWN: KnownValues = {
  byName: {},
  byNoun: {},
  checkouts: [],
  inactiveSeller: '',
  unconfirmedTickets: [],
  paymentSecrets: {},
  licenseSecrets: {},
};

const NOUN = /\/([a-z-]+)\/:(?:id|name)(?:\/|$)/;

/** Stored values for a field of a route's request. Empty if none has this name. */
export function valuesOf(known: KnownValues, { path }: Pick<Route, 'path'>, name: string): readonly string[] {
  const noun = NOUN.exec(path)?.[1] ?? path.slice(path.lastIndexOf('/') + 1);
  const isOfNoun = name === 'id' || (name === 'name' && path.endsWith('/:name'));
  return (isOfNoun ? known.byNoun[noun] : undefined) ?? known.byName[name] ?? [];
}
