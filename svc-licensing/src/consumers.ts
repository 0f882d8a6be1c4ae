import {
  orderDisputed,
  orderDisputeLost,
  orderDisputeWon,
  orderEmailCorrected,
  orderPaid,
  orderRefunded,
  orderRefundFailed,
} from '@leadping/contracts/commerce/order-events';
import { customerAddressChanged } from '@leadping/contracts/identity/customer-events';
import { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import type { LicensingContext } from './context.ts';
import { onAddressChanged } from './customers/on-address-changed.ts';
import { onLicenseMailSettled } from './licenses/on-license-mail-settled.ts';
import { onOrderEmailCorrected } from './licenses/on-order-email-corrected.ts';
import { onOrderPaid } from './licenses/on-order-paid.ts';
import { onPaymentChanged } from './licenses/on-payment-changed.ts';

/** Every event that this service consumes. */
export function registerConsumers(consume: Consumers['consume'], licensing: LicensingContext): void {
  consume(orderPaid, (order, eventId) => onOrderPaid(licensing, order, eventId));
  consume(orderEmailCorrected, (order) => onOrderEmailCorrected(licensing, order));
  consume(orderRefunded, (order) => onPaymentChanged(licensing, order, 'refunded'));
  consume(orderRefundFailed, (order) => onPaymentChanged(licensing, order, 'refund-failed'));
  consume(orderDisputed, (order) => onPaymentChanged(licensing, order, 'disputed'));
  consume(orderDisputeWon, (order) => onPaymentChanged(licensing, order, 'dispute-won'));
  consume(orderDisputeLost, (order) => onPaymentChanged(licensing, order, 'dispute-lost'));
  consume(customerAddressChanged, (change) => onAddressChanged(licensing, change));
  consume(licenseMailSettled, (mail) => onLicenseMailSettled(licensing, mail));
}
