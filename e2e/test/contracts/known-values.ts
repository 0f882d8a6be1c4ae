import type { ProductType } from '@leadping/contracts/commerce/order-events';
import type { Route } from '@leadping/contracts/route';

/** A checkout that the provider knows a session of. */
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

/** What is stored, by the names under which contracts take it; the `id` or `name` of a route by the route's own noun. */
export interface KnownValues {
  byName: Readonly<Record<string, readonly string[]>>;
  byNoun: Readonly<Record<string, readonly string[]>>;
  checkouts: readonly KnownCheckout[];
  /** By reseller. */
  paymentSecrets: Readonly<Record<string, string>>;
  /** Of license-create, by reseller. */
  licenseSecrets: Readonly<Record<string, string>>;
}

export const NOTHING_KNOWN: KnownValues = {
  byName: {},
  byNoun: {},
  checkouts: [],
  paymentSecrets: {},
  licenseSecrets: {},
};

const NOUN = /\/([a-z-]+)\/:(?:id|name)(?:\/|$)/;

/** The stored values that a field of a route's request may have; none where nothing stored has such a name. */
export function valuesOf(known: KnownValues, { path }: Pick<Route, 'path'>, name: string): readonly string[] {
  const noun = NOUN.exec(path)?.[1] ?? path.slice(path.lastIndexOf('/') + 1);
  const isOfNoun = name === 'id' || (name === 'name' && path.endsWith('/:name'));
  return (isOfNoun ? known.byNoun[noun] : undefined) ?? known.byName[name] ?? [];
}
