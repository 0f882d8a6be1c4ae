import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { notificationSettings } from '@leadping/contracts/commerce/questions';
import {
  emailChanged,
  passwordResetRequested,
  userAttachedToReseller,
  userInvited,
} from '@leadping/contracts/identity/user-events';
import {
  licenseIssued,
  licenseReinstated,
  licenseResendRequested,
  licenseRevoked,
  licenseSuspended,
} from '@leadping/contracts/licensing/license-events';
import { BRAND } from '@leadping/contracts/brand';
import type { Bus } from '@leadping/service-kit/bus';
import type { Consumers } from '@leadping/service-kit/consumers';
import type { Sealer } from '@leadping/service-kit/sealed-text';
import { createHash } from 'node:crypto';
import {
  emailChangedLetter,
  invitationLetter,
  passwordResetLetter,
  resellerRightsLetter,
} from '../letters/account-letters.ts';
import { licenseLetter, sellerName } from '../letters/license-letter.ts';
import { reinstatedLetter, revokedLetter, suspendedLetter } from '../letters/license-status-letters.ts';
import { orderLetter } from '../letters/order-letter.ts';
import type { QueueLetter } from './queue-letter.ts';

interface Deps {
  consume: Consumers['consume'];
  queue: QueueLetter;
  bus: Bus;
  sealer: Sealer;
  publicUrl: string;
}

/** Which event makes which mail. The effect's id is made of what the event is about: told again, it is no second mail. */
export function consumeMailEvents({ consume, queue, bus, sealer, publicUrl }: Deps): void {
  consume(licenseIssued, (license) =>
    queue(licenseLetter(license, publicUrl), {
      effectId: `license-issued:${license.licenseId}`,
      kind: 'license-key',
      to: license.email,
      senderName: sellerName(license),
      licenseId: license.licenseId,
    }),
  );
  consume(licenseResendRequested, (license) =>
    queue(licenseLetter(license, publicUrl, { resent: true }), {
      effectId: `license-resend:${license.requestId}:${license.licenseId}`,
      kind: 'license-key',
      to: license.email,
      senderName: sellerName(license),
    }),
  );
  for (const { event, letter } of [
    { event: licenseRevoked, letter: revokedLetter },
    { event: licenseSuspended, letter: suspendedLetter },
    { event: licenseReinstated, letter: reinstatedLetter },
  ]) {
    consume(event, (license, eventId) =>
      queue(letter(license, publicUrl), {
        effectId: eventId,
        kind: 'license-status',
        to: license.email,
        senderName: sellerName(license),
      }),
    );
  }

  consume(userInvited, (user) => {
    const letter = invitationLetter({ ...user, password: sealer.open(user.sealedPassword) }, publicUrl);
    return queue(letter, {
      effectId: `user-invited:${user.invitationId}`,
      kind: 'invitation',
      to: user.email,
      senderName: BRAND.name,
    });
  });
  consume(userAttachedToReseller, (user) =>
    queue(resellerRightsLetter(user, publicUrl), {
      effectId: `user-attached:${user.userId}:${user.resellerId}`,
      kind: 'account',
      to: user.email,
      senderName: BRAND.name,
    }),
  );
  consume(passwordResetRequested, (reset) => {
    const token = sealer.open(reset.sealedToken);
    return queue(passwordResetLetter({ username: reset.username, token }, publicUrl), {
      effectId: `password-reset:${createHash('sha256').update(token).digest('hex')}`,
      kind: 'account',
      to: reset.email,
      senderName: BRAND.name,
    });
  });
  consume(emailChanged, (user, eventId) =>
    queue(emailChangedLetter(user, publicUrl), {
      effectId: eventId,
      kind: 'account',
      to: user.previousEmail,
      senderName: BRAND.name,
    }),
  );

  consume(orderPaid, async (order) => {
    const settings = await bus.ask(notificationSettings, {});
    if (!settings.enableOrderNotifications) return;
    for (const to of settings.adminNotificationEmails) {
      await queue(orderLetter(order, publicUrl), {
        effectId: `order-notice:${order.orderId}:${to}`,
        kind: 'order-notice',
        to,
        senderName: BRAND.name,
      });
    }
  });
}
