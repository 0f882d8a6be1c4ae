import type { Failure } from '../stripe/payments/build-charge.ts';
import type { DisputeKind } from '../stripe/disputes/open-dispute.ts';
import { TEST_CARD, type PaymentMethod } from '../stripe/payments/payment-method.ts';

/** Declined test card numbers (https://docs.stripe.com/testing). */
const TURNED_DOWN: Readonly<Record<string, Failure>> = {
  '4000000000000002': {
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: 'Your card was declined.',
  },
  '4000000000009995': {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  '4000000000000069': {
    code: 'expired_card',
    declineCode: 'expired_card',
    message: 'Your card has expired.',
  },
};

/** Test card numbers that pay and are then disputed. */
const CONTESTED: Readonly<Record<string, DisputeKind>> = {
  '4000000000000259': 'chargeback',
  '4000000000002685': 'chargeback',
  '4000000000001976': 'inquiry',
};

export function readCard(number: string | undefined): {
  method: PaymentMethod;
  failure?: Failure | undefined;
  contest?: DisputeKind | undefined;
} {
  const digits = number?.replaceAll(/\D/g, '') ?? '';
  if (digits.length < 4) return { method: TEST_CARD };
  return {
    method: { type: 'card', brand: 'visa', last4: digits.slice(-4) },
    failure: TURNED_DOWN[digits],
    contest: CONTESTED[digits],
  };
}
