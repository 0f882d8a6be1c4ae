import {
  orderDisputeLost,
  orderPaid,
  orderRefunded,
  orderRefundFailed,
} from '@leadping/contracts/commerce/order-events';
import { orderWebhookDue } from '@leadping/contracts/commerce/order-webhook-events';
import { customerAddressChanged } from '@leadping/contracts/identity/customer-events';
import {
  emailChanged,
  resellerRightsRefused,
  userAttachedToReseller,
  userInvited,
} from '@leadping/contracts/identity/user-events';
import {
  licenseEmailCorrected,
  licenseIssued,
  licenseKeyRotated,
  licenseReinstated,
  licenseRevoked,
  licenseSuspended,
} from '@leadping/contracts/licensing/license-events';
import { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import type { CommerceContext } from './context.ts';
import { onLicenseChanged, onOrderWebhookDue } from './order-webhooks/on-change.ts';
import { onLicenseIssued } from './order-webhooks/on-license-issued.ts';
import { onAddressChanged } from './orders/on-address-changed.ts';
import { onLicenseEmailCorrected } from './orders/on-license-email-corrected.ts';
import { onLicenseKeyRotated } from './orders/on-license-key-rotated.ts';
import { onLicenseMailSettled } from './orders/on-license-mail-settled.ts';
import { onRightsEnded, onRightsRestored } from './reseller-rights/on-rights-changed.ts';
import { onRightsPaid } from './reseller-rights/on-rights-paid.ts';
import { onUserJoined, settleRights } from './reseller-rights/on-user-joined.ts';
import { onEmailChanged } from './resellers/on-email-changed.ts';

/** Every event that this service consumes. */
export function registerConsumers(consume: Consumers['consume'], commerce: CommerceContext): void {
  consume(licenseIssued, (license) => onLicenseIssued(commerce, license));
  consume(licenseKeyRotated, (license) => onLicenseKeyRotated(commerce, license));
  consume(licenseRevoked, (license, eventId) => onLicenseChanged(commerce, license, 'revoked', eventId));
  consume(licenseSuspended, (license, eventId) => onLicenseChanged(commerce, license, 'suspended', eventId));
  consume(licenseReinstated, (license, eventId) => onLicenseChanged(commerce, license, 'active', eventId));
  consume(orderWebhookDue, (due) => onOrderWebhookDue(commerce, due));
  consume(licenseEmailCorrected, (license) => onLicenseEmailCorrected(commerce, license));
  consume(customerAddressChanged, (change) => onAddressChanged(commerce, change));
  consume(licenseMailSettled, (mail) => onLicenseMailSettled(commerce, mail));
  consume(orderPaid, (order) => onRightsPaid(commerce, order));
  consume(orderRefunded, (order) => onRightsEnded(commerce, order, 'refunded'));
  consume(orderRefundFailed, (order) => onRightsRestored(commerce, order));
  consume(orderDisputeLost, (order) => onRightsEnded(commerce, order, 'dispute-lost'));
  consume(userInvited, (user) => onUserJoined(commerce, user));
  consume(userAttachedToReseller, (user) => onUserJoined(commerce, user));
  consume(emailChanged, (user) => onEmailChanged(commerce, user));
  consume(resellerRightsRefused, ({ orderId }) => settleRights(commerce, orderId));
}
