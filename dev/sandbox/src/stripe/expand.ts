import type Stripe from 'stripe';
import type { Store } from '../store.ts';
import { StripeError } from './errors.ts';

type Node = Record<string, unknown>;

/**
 * A copy of `object` that replaces the named ids by their objects (`data.payment_intent.latest_charge`) and adds
 * the parts that are included only on request (`line_items`, `refunds`).
 */
export function expand(store: Store, object: object, paths: readonly string[]): object {
  if (paths.length === 0) return object;
  const copy = structuredClone(object);
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > 5)
      throw new StripeError(`You cannot expand more than 4 levels of a property: ${path}.`, {
        param: 'expand',
      });
    expandPath(store, copy as Node, steps, path);
  }
  return copy;
}

function expandPath(store: Store, node: Node, [step, ...rest]: string[], path: string): void {
  if (step === undefined) return;
  if (step === 'data' && Array.isArray(node.data)) {
    for (const item of node.data) expandPath(store, item as Node, rest, path);
    return;
  }
  if (step === 'total_details' && rest[0] === 'breakdown' && node.object === 'checkout.session') {
    node.total_details = addBreakdown(store, String(node.id), node.total_details);
    return;
  }
  const value = node[step];
  const found =
    typeof value === 'string'
      ? findById(store, value)
      : value === undefined
        ? findPart(store, node, step)
        : value;
  if (found === undefined)
    throw new StripeError(`This property cannot be expanded (${path}).`, { param: 'expand' });
  if (found === null || typeof found !== 'object') return;
  if (Array.isArray(found)) {
    node[step] = found;
    for (const item of found) if (typeof item === 'object') expandPath(store, item as Node, rest, path);
    return;
  }
  const child = typeof value === 'object' ? found : structuredClone(found);
  node[step] = child;
  expandPath(store, child as Node, rest, path);
}

function findById(store: Store, id: string): object | undefined {
  const owned =
    store.paymentIntents.find(id) ??
    store.charges.find(id) ??
    store.refunds.find(id) ??
    store.disputes.find(id) ??
    store.balanceTransactions.find(id) ??
    store.customers.find(id) ??
    store.products.find(id) ??
    store.promotionCodes.find(id) ??
    store.invoices.find(id);
  if (owned !== undefined) return owned.object;
  // The ids of coupons are unique only within an account.
  return store.coupons.newestFirst().find(({ object }) => object.id === id)?.object;
}

function findPart(store: Store, node: Node, name: string): object | undefined {
  const id = String(node.id);
  if (name === 'line_items' && node.object === 'checkout.session') {
    const data = store.sessions.find(id)?.terms.lineItems ?? [];
    return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` };
  }
  if ((name === 'taxes' || name === 'discounts') && node.object === 'item') {
    const terms = store.sessions.newestFirst().find((session) => id in session.terms.taxes)?.terms;
    if (name === 'taxes') return terms?.taxes[id] ?? [];
    return terms?.discount ? [{ amount: node.amount_discount, discount: terms.discount }] : [];
  }
  if (name === 'refunds' && node.object === 'charge') {
    const data = store.refunds
      .newestFirst()
      .map((owned) => owned.object)
      .filter((refund) => refund.charge === id);
    return { object: 'list', data, has_more: false, url: `/v1/charges/${id}/refunds` };
  }
  return undefined;
}

function addBreakdown(store: Store, sessionId: string, totals: unknown): object {
  const session = store.sessions.find(sessionId);
  const { discount = null, taxes = {} } = session?.terms ?? {};
  const amount = session?.object.total_details?.amount_discount ?? 0;
  const breakdown: Stripe.Checkout.Session.TotalDetails.Breakdown = {
    discounts: discount === null ? [] : [{ amount, discount }],
    taxes: Object.values(taxes).flat(),
  };
  return { ...Object(totals), breakdown };
}
