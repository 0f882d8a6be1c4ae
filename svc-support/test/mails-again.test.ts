import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderContested, orderEmailProblem } from '@leadping/contracts/commerce/order-events';
import { orderWebhookDisabled } from '@leadping/contracts/commerce/order-webhook-events';
import { resellerRightsEnded } from '@leadping/contracts/commerce/reseller-events';
import {
  emailChanged,
  emailVerificationRequested,
  signInChanged,
} from '@leadping/contracts/identity/user-events';
import {
  licenseReinstated,
  licenseRevoked,
  licenseSuspended,
} from '@leadping/contracts/licensing/license-events';
import { mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import { deliverTwice, repeatable, type Repeatable } from '@leadping/test-kit/deliver-twice';
import { issuedLicense } from '@leadping/test-kit/licenses';
import { newEmail } from '@leadping/test-kit/people';
import { until } from '@leadping/test-kit/until';
import { trusted } from 'mongoose';
import { quietSettings, startSupport, type Support } from './support.ts';

const ADMIN = newEmail();
const SOMEBODY = { userId: 'u1', username: 'ann' };
const now = new Date().toISOString();
const seller = { resellerId: 'r1', businessName: 'Acme Sales' };

const CONTESTED = {
  orderId: 'o2',
  productType: 'main_product',
  seller,
  customerEmail: newEmail(),
  money: { amountMinor: 9700, currency: 'EUR' },
  kind: 'inquiry',
  disputeId: 'du_1',
} as const;

/** Nothing in these events tells one time from the next: only their own ids say that it is the same one. */
const CASES: readonly [
  name: string,
  to: string,
  subject: string,
  event: (support: Support, to: string) => Repeatable,
][] = [
  [
    'a suspended license',
    newEmail(),
    'Your Leadping license is paused',
    ({ licensing }, email) =>
      repeatable(licensing, licenseSuspended, { ...issuedLicense({ email }), reason: 'disputed' }),
  ],
  [
    'a reinstated license',
    newEmail(),
    'Your Leadping license works again',
    ({ licensing }, email) =>
      repeatable(licensing, licenseReinstated, { ...issuedLicense({ email }), reason: 'dispute won' }),
  ],
  [
    'a revoked license',
    newEmail(),
    'Your Leadping license has ended',
    ({ licensing }, email) =>
      repeatable(licensing, licenseRevoked, { ...issuedLicense({ email }), reason: 'refunded' }),
  ],
  [
    "the end of a reseller's rights",
    ADMIN,
    'Reseller deactivated: Acme Sales',
    ({ commerce }) =>
      repeatable(commerce, resellerRightsEnded, {
        ...seller,
        email: newEmail(),
        reason: 'refunded',
        endedAt: now,
      }),
  ],
  [
    'an order webhook that was turned off [R-checkout.58]',
    newEmail(),
    'Your order webhook was turned off',
    ({ commerce }, email) =>
      repeatable(commerce, orderWebhookDisabled, {
        ...seller,
        email,
        url: 'https://hooks.example/orders',
        reason: 'failing',
        disabledAt: now,
      }),
  ],
  [
    'an order whose key reaches nobody',
    ADMIN,
    'A customer paid and has no license key yet',
    ({ commerce }) =>
      repeatable(commerce, orderEmailProblem, {
        orderId: 'o1',
        productType: 'main_product',
        seller,
        customerEmail: '',
        problem: 'missing',
      }),
  ],
  [
    "a bank's question about a payment",
    newEmail(),
    'A bank has a question about a payment',
    ({ commerce }, sellerEmail) => repeatable(commerce, orderContested, { ...CONTESTED, sellerEmail }),
  ],
  [
    "a dispute of the platform's own sale",
    ADMIN,
    'A customer disputed a payment',
    ({ commerce }) =>
      repeatable(commerce, orderContested, {
        ...CONTESTED,
        seller: { resellerId: null, businessName: 'Leadping' },
        kind: 'dispute',
        sellerEmail: null,
      }),
  ],
  [
    'an email address to verify',
    newEmail(),
    'Confirm your email address for Leadping',
    ({ identity, credentialSealer }, email) =>
      repeatable(identity, emailVerificationRequested, {
        ...SOMEBODY,
        email,
        sealedToken: credentialSealer.seal('token', mailedTokenPlace('email-verifications', SOMEBODY.userId)),
        expiresAt: now,
        ownerUsername: null,
      }),
  ],
  [
    'a changed email address',
    newEmail(),
    'The email address of your Leadping account was changed',
    ({ identity }, previousEmail) =>
      repeatable(identity, emailChanged, {
        ...SOMEBODY,
        email: newEmail(),
        previousEmail,
        wasVerified: true,
      }),
  ],
  [
    'a changed sign-in',
    newEmail(),
    'Leadping: a passkey was added',
    ({ identity }, email) =>
      repeatable(identity, signInChanged, {
        ...SOMEBODY,
        email,
        change: 'passkey-added',
        name: 'Laptop',
        recoveryCodesLeft: 10,
        at: now,
      }),
  ],
];

describe('events that NATS delivers again after it lost its store', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
    support.settings.current = quietSettings({ adminNotificationEmails: [ADMIN] });
    await deliverTwice(
      support,
      CASES.map(([_name, to, _subject, event]) => event(support, to)),
    );
    await until(async () => (await support.mails.countDocuments({ state: trusted({ $ne: 'sent' }) })) === 0);
  });
  afterAll(() => support.close());

  it.each(CASES)('lead to one mail for %s', async (_name, to, subject) => {
    const subjects = (await support.mailsTo(to)).map((mail) => mail.subject);
    expect(subjects.filter((each) => each === subject)).toEqual([subject]);
  });
});
