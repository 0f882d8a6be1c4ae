import type { Order } from '@leadping/contracts/commerce/order-routes';
import { namedDateText, namedDayText } from '../page/dates.ts';
import type { BadgeTone } from './badge.tsx';

type Withdrawal = NonNullable<Order['withdrawal']>;

/** Tone and text of an order's withdrawal. Only one that waits for the seller is a warning. Days are in UTC, as in mails. */
export function withdrawalBadge({
  receivedAt,
  outcome,
  isOpen,
  answeredAt,
}: Withdrawal): [BadgeTone, string] {
  if (isOpen) return ['warning', `Withdrawal request, ${namedDayText(receivedAt)}`];
  if (outcome === 'late') return ['neutral', 'Withdrew late'];
  return ['neutral', answeredAt ? 'Withdrawal answered' : 'Withdrawn'];
}

const OBSTACLES: Record<NonNullable<Withdrawal['obstacle']>, string> = {
  free: 'The order cost nothing, so nothing is to be refunded.',
  disputed: 'A dispute about the payment was open then.',
  lost: 'The bank had decided a dispute for the buyer and returned the money.',
};

/** When the withdrawal arrived, and what is due. */
export function withdrawalFacts({
  receivedAt,
  outcome,
  isOpen,
  obstacle,
  refundDueBy,
  answeredAt,
}: Withdrawal): string {
  return [
    `Received on ${namedDateText(receivedAt)}${outcome === 'late' ? ', after the period' : ''}.`,
    ...(refundDueBy
      ? [`If the right of withdrawal applies, the refund is due by ${namedDateText(refundDueBy)}.`]
      : []),
    ...(obstacle ? [OBSTACLES[obstacle]] : []),
    ...(isOpen && obstacle === 'free' ? ['To end the license, revoke it under Licenses.'] : []),
    ...(answeredAt ? [`Marked as answered on ${namedDateText(answeredAt)}.`] : []),
  ].join(' ');
}
