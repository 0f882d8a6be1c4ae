import type Stripe from 'stripe';
import type { Store } from '../../store.ts';
import { objectsOf } from '../list.ts';
import type { Scope } from '../objects/types.ts';

export function renderBalance(store: Store, scope: Scope): Stripe.Balance {
  const sums = new Map<string, number>([['usd', 0]]);
  for (const { currency, net } of objectsOf(scope, store.balanceTransactions.oldestFirst()))
    sums.set(currency, (sums.get(currency) ?? 0) + net);
  const available = [...sums].map(([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }));
  return {
    object: 'balance',
    available,
    livemode: scope.livemode,
    pending: available.map(({ currency }) => ({ amount: 0, currency, source_types: { card: 0 } })),
    refund_and_dispute_prefunding: { available: [], pending: [] },
  };
}
