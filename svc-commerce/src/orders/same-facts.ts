import { isDeepStrictEqual } from 'node:util';
import type { PaymentFacts } from '../payment-provider/payment-provider.ts';

export function isSameFacts(a: PaymentFacts, b: PaymentFacts): boolean {
  return (
    a.paid === b.paid &&
    a.failed === b.failed &&
    a.refundedMinor === b.refundedMinor &&
    a.isEnded === b.isEnded &&
    isSameRefunds(a.refunds, b.refunds) &&
    Object.keys(a.disputes).length === Object.keys(b.disputes).length &&
    Object.entries(a.disputes).every(([id, outcome]) => b.disputes[id] === outcome) &&
    isDeepStrictEqual(a.disputeDetails ?? {}, b.disputeDetails ?? {})
  );
}

function isSameRefunds(a: PaymentFacts['refunds'] = {}, b: PaymentFacts['refunds'] = {}): boolean {
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return (
    left.length === right.length &&
    left.every(([id, refund]) => b[id]?.failed === refund.failed && b[id].amountMinor === refund.amountMinor)
  );
}
