import {
  orderContested,
  orderEmailProblem,
  orderPaid,
  orderWithdrawn,
} from '@leadping/contracts/commerce/order-events';
import { orderWebhookDisabled } from '@leadping/contracts/commerce/order-webhook-events';
import { resellerRightsEnded } from '@leadping/contracts/commerce/reseller-events';
import { releaseRolledBack } from '@leadping/contracts/gateway/release-events';
import {
  emailChanged,
  emailVerificationRequested,
  passwordResetRequested,
  resellerRightsRefused,
  signInChanged,
  userAttachedToReseller,
  userInvited,
} from '@leadping/contracts/identity/user-events';
import {
  addressChangeRequested,
  customerAddressChanged,
  customerLinkRequested,
} from '@leadping/contracts/identity/customer-events';
import { capturesFailing } from '@leadping/contracts/licensing/capture-events';
import {
  licenseIssued,
  licenseKeyRotated,
  licenseReinstated,
  licenseResendRequested,
  licenseRevoked,
  licenseSuspended,
} from '@leadping/contracts/licensing/license-events';
import { SERVICES, shortNameOf } from '@leadping/contracts/services';
import { auditRecorded } from '@leadping/contracts/support/audit-events';
import { logRecorded } from '@leadping/contracts/support/log-events';
import { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { PERSONAL_SERVICES, personErased } from '@leadping/contracts/support/privacy-events';
import { ticketCreated, ticketReplied } from '@leadping/contracts/support/ticket-events';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import { onAuditRecorded } from './audit/on-audit-recorded.ts';
import type { SupportContext } from './context.ts';
import { onLogRecorded } from './logs/on-log-recorded.ts';
import { buildMailWriter, type MailWriter } from './mails/mail-writer.ts';
import {
  onOrderContested,
  onOrderEmailProblem,
  onOrderPaid,
  onOrderWebhookDisabled,
  onOrderWithdrawn,
  onResellerRightsEnded,
} from './mails/on-commerce-events.ts';
import {
  onLicenseIssued,
  onLicenseKeyRotated,
  onLicenseResendRequested,
  onLicenseStatusChanged,
} from './mails/on-license-events.ts';
import { onAddressChangeRequested, onCustomerLinkRequested } from './mails/on-customer-events.ts';
import { onAddressChanged } from './tickets/on-address-changed.ts';
import { onCapturesFailing } from './mails/on-captures-failing.ts';
import { onLicenseMailSettled } from './mails/on-license-mail-settled.ts';
import { onReleaseRolledBack } from './mails/on-release-rolled-back.ts';
import { onTicketCreated, onTicketReplied } from './mails/on-ticket-events.ts';
import {
  onEmailChanged,
  onEmailVerificationRequested,
  onPasswordResetRequested,
  onResellerRightsRefused,
  onSignInChanged,
  onUserAttachedToReseller,
  onUserInvited,
} from './mails/on-user-events.ts';
import { onPersonErased } from './privacy/erase-person.ts';

/** Registers all consumers of this service: events that cause mails, system logs, audit entries and erasures. */
export function registerConsumers(
  consume: Consumers['consume'],
  support: SupportContext,
  wakeMailer: () => void,
): void {
  const writer = buildMailWriter(support, wakeMailer);
  registerMailConsumers(consume, writer);
  consume(customerLinkRequested, (link) => onCustomerLinkRequested(support, writer, link));
  consume(customerAddressChanged, (change) => onAddressChanged(support, change));
  // A durable consumer for each producer, since each has a stream of its own.
  for (const producer of SERVICES) {
    const name = shortNameOf(producer);
    consume(logRecorded(name), (line, eventId) => onLogRecorded(support, name, line, eventId));
    consume(auditRecorded(name), (entry, eventId) => onAuditRecorded(support, producer, entry, eventId));
  }
  for (const service of PERSONAL_SERVICES) {
    consume(personErased(service), (report) => onPersonErased(support, service, report));
  }
}

function registerMailConsumers(consume: Consumers['consume'], writer: MailWriter): void {
  consume(orderPaid, (order) => onOrderPaid(writer, order));
  consume(orderEmailProblem, (order, eventId) => onOrderEmailProblem(writer, order, eventId));
  consume(orderContested, (order, eventId) => onOrderContested(writer, order, eventId));
  consume(orderWithdrawn, (order) => onOrderWithdrawn(writer, order));
  consume(orderWebhookDisabled, (webhook, eventId) => onOrderWebhookDisabled(writer, webhook, eventId));
  consume(resellerRightsEnded, (reseller, eventId) => onResellerRightsEnded(writer, reseller, eventId));
  consume(licenseIssued, (license, eventId) => onLicenseIssued(writer, license, eventId));
  consume(licenseKeyRotated, (license, eventId) => onLicenseKeyRotated(writer, license, eventId));
  consume(licenseResendRequested, (license) => onLicenseResendRequested(writer, license));
  consume(licenseRevoked, (license, eventId) => onLicenseStatusChanged(writer, 'revoked', license, eventId));
  consume(licenseSuspended, (license, eventId) =>
    onLicenseStatusChanged(writer, 'suspended', license, eventId),
  );
  consume(licenseReinstated, (license, eventId) =>
    onLicenseStatusChanged(writer, 'reinstated', license, eventId),
  );
  consume(licenseMailSettled, (mail) => onLicenseMailSettled(writer, mail));
  consume(capturesFailing, (alert) => onCapturesFailing(writer, alert));
  consume(releaseRolledBack, (rollback) => onReleaseRolledBack(writer, rollback));
  consume(ticketCreated, (ticket) => onTicketCreated(writer, ticket));
  consume(ticketReplied, (reply) => onTicketReplied(writer, reply));
  consume(userInvited, (user) => onUserInvited(writer, user));
  consume(userAttachedToReseller, (user) => onUserAttachedToReseller(writer, user));
  consume(resellerRightsRefused, (refused) => onResellerRightsRefused(writer, refused));
  consume(passwordResetRequested, (reset) => onPasswordResetRequested(writer, reset));
  consume(emailVerificationRequested, (claim, eventId) =>
    onEmailVerificationRequested(writer, claim, eventId),
  );
  consume(emailChanged, (user, eventId) => onEmailChanged(writer, user, eventId));
  consume(addressChangeRequested, (change) => onAddressChangeRequested(writer, change));
  consume(signInChanged, (user, eventId) => onSignInChanged(writer, user, eventId));
}
