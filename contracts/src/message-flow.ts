import {
  findReceiptPath,
  findReseller,
  hasOrder,
  notificationSettings,
  saleNoticeAddress,
} from './commerce/requests.ts';
import {
  orderContested,
  orderDisputed,
  orderDisputeLost,
  orderDisputeWon,
  orderEmailCorrected,
  orderEmailProblem,
  orderPaid,
  orderRefunded,
  orderRefundFailed,
  orderWithdrawn,
} from './commerce/order-events.ts';
import { orderWebhookDisabled, orderWebhookDue } from './commerce/order-webhook-events.ts';
import { resellerRightsEnded } from './commerce/reseller-events.ts';
import type { EventContract, RequestContract } from './event.ts';
import { releasePublished, releaseRolledBack } from './gateway/release-events.ts';
import {
  changeResellerEmail,
  findResellerUsers,
  findCustomerSession,
  findKnownBrowser,
  findSession,
  inviteUser,
  resendCredentials,
  withdrawResellerRights,
} from './identity/requests.ts';
import {
  emailChanged,
  emailVerificationRequested,
  passwordResetRequested,
  resellerRightsRefused,
  sessionsEnded,
  signInChanged,
  userAttachedToReseller,
  userInvited,
} from './identity/user-events.ts';
import {
  addressChangeRequested,
  customerAddressChanged,
  customerLinkRequested,
} from './identity/customer-events.ts';
import { capturesFailing } from './licensing/capture-events.ts';
import {
  licenseEmailCorrected,
  licenseIssued,
  licenseKeyRotated,
  licenseReinstated,
  licenseResendRequested,
  licenseRevoked,
  licenseSuspended,
} from './licensing/license-events.ts';
import { getLicenseEmail, getStoreUrl, hasLicense, setStoreUrl } from './licensing/requests.ts';
import { SERVICES, shortNameOf, type ServiceName } from './services.ts';
import { auditRecorded } from './support/audit-events.ts';
import { logRecorded } from './support/log-events.ts';
import { licenseMailSettled } from './support/mail-events.ts';
import { erasureRequested, PERSONAL_SERVICES, personalData, personErased } from './support/privacy-events.ts';
import { mailStatus, ticketCustomer } from './support/requests.ts';
import { ticketCreated, ticketReplied } from './support/ticket-events.ts';
import { licenseTimeline, mailDeliveries, mailTimeline } from './timeline.ts';

/** The events that each service consumes. The durable consumers and `deploy/nats.conf` are generated from this table. */
export const CONSUMED: Record<ServiceName, readonly EventContract[]> = {
  'svc-identity': [orderPaid, erasureRequested],
  'svc-commerce': [
    orderDisputeLost,
    orderPaid,
    orderRefundFailed,
    orderRefunded,
    orderWebhookDue,
    resellerRightsRefused,
    userAttachedToReseller,
    emailChanged,
    userInvited,
    customerAddressChanged,
    licenseEmailCorrected,
    licenseIssued,
    licenseKeyRotated,
    licenseReinstated,
    licenseRevoked,
    licenseSuspended,
    erasureRequested,
    licenseMailSettled,
  ],
  'svc-licensing': [
    orderDisputeLost,
    orderDisputeWon,
    orderDisputed,
    orderEmailCorrected,
    orderPaid,
    orderRefundFailed,
    orderRefunded,
    customerAddressChanged,
    erasureRequested,
    licenseMailSettled,
  ],
  'svc-support': [
    orderContested,
    orderEmailProblem,
    orderPaid,
    orderWithdrawn,
    orderWebhookDisabled,
    resellerRightsEnded,
    releaseRolledBack,
    addressChangeRequested,
    customerAddressChanged,
    customerLinkRequested,
    emailChanged,
    emailVerificationRequested,
    passwordResetRequested,
    resellerRightsRefused,
    signInChanged,
    userAttachedToReseller,
    userInvited,
    capturesFailing,
    licenseIssued,
    licenseKeyRotated,
    licenseReinstated,
    licenseResendRequested,
    licenseRevoked,
    licenseSuspended,
    erasureRequested,
    licenseMailSettled,
    ticketCreated,
    ticketReplied,
    ...SERVICES.map(shortNameOf).flatMap((name) => [auditRecorded(name), logRecorded(name)]),
    ...PERSONAL_SERVICES.map(personErased),
  ],
  gateway: [],
};

/**
 * The requests that each service sends. No service sends requests to itself, because `allow_responses` would let it publish to any
 * reply subject that it chooses.
 */
export const REQUESTED: Record<ServiceName, readonly RequestContract[]> = {
  'svc-identity': [],
  'svc-commerce': [
    inviteUser,
    resendCredentials,
    findResellerUsers,
    changeResellerEmail,
    withdrawResellerRights,
    getStoreUrl,
    setStoreUrl,
    licenseTimeline,
    mailDeliveries,
    mailStatus,
    mailTimeline,
    ticketCustomer,
  ],
  'svc-licensing': [findReseller, ticketCustomer],
  'svc-support': [
    notificationSettings,
    saleNoticeAddress,
    findReceiptPath,
    getLicenseEmail,
    getStoreUrl,
    hasLicense,
    hasOrder,
    ...PERSONAL_SERVICES.filter((service) => service !== 'svc-support').map(personalData),
  ],
  gateway: [findCustomerSession, findSession, findKnownBrowser],
};

/** The broadcasts that each service receives. No stream stores them. */
export const SUBSCRIBED: Record<ServiceName, readonly EventContract[]> = {
  'svc-identity': [],
  'svc-commerce': [],
  'svc-licensing': [],
  'svc-support': [],
  gateway: [sessionsEnded, releasePublished],
};
