import { nowInSeconds } from '../../clock.ts';
import { randomText } from '../../ids.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { BalanceTransaction, Scope } from '../objects/types.ts';

interface Movement {
  type: 'charge' | 'refund' | 'adjustment';
  /** In minor units. Negative for outgoing money. */
  amount: number;
  currency: string;
  fee?: number;
  source: string;
  description?: string | null;
}

/** Stripe's fee of a card payment: 2.9 % and 30 minor units. */
export const feeOf = (amount: number) => Math.round(amount * 0.029) + 30;

const CATEGORY = { charge: 'charge', refund: 'refund', adjustment: 'dispute' } as const;

export function recordBalance(sandbox: Sandbox, scope: Scope, movement: Movement): BalanceTransaction {
  const { type, amount, currency, source, fee = 0, description = null } = movement;
  const created = nowInSeconds();
  const object: BalanceTransaction = {
    id: `txn_3${randomText(23)}`,
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: CATEGORY[type],
    source,
    status: 'available',
    type,
  };
  sandbox.store.balanceTransactions.put({
    id: object.id,
    account: scope.account,
    livemode: scope.livemode,
    object,
  });
  return object;
}
