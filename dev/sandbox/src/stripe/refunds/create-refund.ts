import type Stripe from 'stripe';
import { z } from 'zod';
import { nowInSeconds } from '../../clock.ts';
import { randomText } from '../../ids.ts';
import type { Sandbox } from '../../sandbox.ts';
import { findProfile } from '../accounts/profile.ts';
import { formatMoney } from '../currency.ts';
import { closeDispute } from '../disputes/close-dispute.ts';
import { noSuch, StripeError } from '../errors.ts';
import { recordEvent, type EventCause } from '../events/record-event.ts';
import { belongsTo } from '../list.ts';
import type { Charge, Owned, Refund, Scope } from '../objects/types.ts';
import { expandable, integer, metadata, text } from '../params.ts';
import { paramsFor } from '../params-for.ts';
import { findLatestCharge } from '../payments/find-payment.ts';
import { recordBalance } from '../payments/record-balance.ts';

export const createRefundParams = paramsFor<Stripe.RefundCreateParams>()(
  z.strictObject({
    ...expandable,
    charge: text().optional(),
    payment_intent: text().optional(),
    amount: integer().optional(),
    reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    metadata: metadata().optional(),
  }),
);
type CreateRefundParams = z.output<typeof createRefundParams>;

/** Refunds the rest of a payment or a part of it. */
export function createRefund(
  sandbox: Sandbox,
  scope: Scope,
  params: CreateRefundParams,
  cause: EventCause = null,
): Refund {
  const owned = findRefundable(sandbox, scope, params);
  const charge = owned.object;
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount ?? left;
  const dispute = sandbox.store.disputes.newestFirst().find(({ object }) => object.charge === charge.id);
  checkRefundable(charge, dispute?.object.is_charge_refundable ?? true, amount, left);

  const { refunds: means } = findProfile(sandbox.store, owned);
  if (means === 'refused')
    throw new StripeError('Insufficient funds in your Stripe balance to refund this amount.');
  const id = `re_3${randomText(23)}`;
  const isPending = means === 'pending';
  const balance = isPending
    ? null
    : recordBalance(sandbox, scope, {
        type: 'refund',
        amount: -amount,
        currency: charge.currency,
        source: id,
        description: 'REFUND FOR CHARGE',
      }).id;
  const refund: Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: balance,
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: params.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(isPending && { pending_reason: 'insufficient_funds' }),
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
  sandbox.store.refunds.put({ id, account: owned.account, livemode: owned.livemode, object: refund });
  const refundedSoFar = charge.amount_refunded + amount;
  const changed: Charge = {
    ...charge,
    amount_refunded: refundedSoFar,
    refunded: refundedSoFar === charge.amount,
  };
  sandbox.store.charges.put({ ...owned, object: changed });
  recordEvent(sandbox, owned, 'refund.created', refund, { cause });
  recordEvent(sandbox, owned, 'charge.refunded', changed, {
    cause,
    previous: { amount_refunded: charge.amount_refunded, refunded: charge.refunded },
  });
  // A refund ends the bank's inquiry.
  const isAsked = dispute?.object.status.startsWith('warning_') && dispute.object.status !== 'warning_closed';
  if (dispute && isAsked && changed.refunded) closeDispute(sandbox, dispute, 'warning_closed', cause);
  return refund;
}

function findRefundable(sandbox: Sandbox, scope: Scope, params: CreateRefundParams): Owned<Charge> {
  const isOurs = belongsTo(scope);
  if (params.charge !== undefined) {
    const charge = sandbox.store.charges.find(params.charge);
    if (charge === undefined || !isOurs(charge)) throw noSuch('charge', params.charge, 'charge');
    return charge;
  }
  if (params.payment_intent === undefined)
    throw new StripeError(
      'One of the following params should be provided for this request: payment_intent or charge.',
      {
        code: 'parameter_missing',
        param: 'charge',
      },
    );
  const intent = sandbox.store.paymentIntents.find(params.payment_intent);
  if (intent === undefined || !isOurs(intent))
    throw noSuch('payment_intent', params.payment_intent, 'payment_intent');
  const charge = findLatestCharge(sandbox.store, intent.object);
  if (charge === undefined || charge.object.status !== 'succeeded')
    throw new StripeError(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    });
  return charge;
}

function checkRefundable(charge: Charge, isAllowed: boolean, amount: number, left: number): void {
  if (charge.status !== 'succeeded')
    throw new StripeError(`Charge ${charge.id} was not successful and cannot be refunded.`, {
      param: 'charge',
    });
  if (!isAllowed)
    throw new StripeError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  if (left === 0)
    throw new StripeError(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  if (amount < 1)
    throw new StripeError('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  if (amount > left)
    throw new StripeError(
      `Refund amount (${formatMoney(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatMoney(left, charge.currency)})`,
      { param: 'amount' },
    );
}
