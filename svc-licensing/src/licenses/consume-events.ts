import {
  orderDisputed,
  orderDisputeLost,
  orderDisputeWon,
  orderEmailCorrected,
  orderPaid,
  orderRefunded,
} from '@leadping/contracts/commerce/order-events';
import { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import type { Context } from '../context.ts';
import { changePayment } from './change-payment.ts';
import { issueForOrder } from './issue-for-order.ts';
import { onEmailCorrected } from './on-email-corrected.ts';
import { settleMail } from './mail-key.ts';

export function consumeEvents(consume: Consumers['consume'], context: Context): void {
  consume(orderPaid, (order) => issueForOrder(context, order));
  consume(orderEmailCorrected, (order) => onEmailCorrected(context, order));
  consume(orderRefunded, (order) => changePayment(context, order, 'refunded'));
  consume(orderDisputed, (order) => changePayment(context, order, 'disputed'));
  consume(orderDisputeWon, (order) => changePayment(context, order, 'dispute-won'));
  consume(orderDisputeLost, (order) => changePayment(context, order, 'dispute-lost'));
  consume(licenseMailSettled, (mail) => settleMail(context, mail));
}
