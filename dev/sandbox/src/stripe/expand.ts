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
    store.products.find(id);
  return owned?.object;
}

function findPart(store: Store, node: Node, name: string): object | undefined {
  const id = String(node.id);
  if (name === 'line_items' && node.object === 'checkout.session') {
    const data = store.sessions.find(id)?.terms.lineItems ?? [];
    return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` };
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
