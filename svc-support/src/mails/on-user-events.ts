import { BRAND } from '@leadping/contracts/brand';
import {
  emailChanged,
  passwordResetRequested,
  resellerRightsRefused,
  userAttachedToReseller,
  userInvited,
} from '@leadping/contracts/identity/user-events';
import { createHash } from 'node:crypto';
import {
  emailChangedLetter,
  invitationLetter,
  passwordResetLetter,
  resellerRightsLetter,
  rightsRefusedLetter,
} from '../letters/account-letters.ts';
import type { MailWriter } from './mail-writer.ts';

export function onUserEvents({ consume, queue, askSettings, sealer, publicUrl }: MailWriter): void {
  const fromUs = { kind: 'account', senderName: BRAND.name } as const;

  consume(userInvited, (user) => {
    const letter = invitationLetter({ ...user, password: sealer.open(user.sealedPassword) }, publicUrl);
    const effectId = `user-invited:${user.invitationId}`;
    return queue(letter, { ...fromUs, kind: 'invitation', effectId, to: user.email });
  });
  consume(userAttachedToReseller, (user) => {
    const effectId = `user-attached:${user.userId}:${user.resellerId}`;
    return queue(resellerRightsLetter(user, publicUrl), { ...fromUs, effectId, to: user.email });
  });
  consume(resellerRightsRefused, async (refused) => {
    // Somebody paid and has nothing: not a notice that an admin can turn off.
    for (const to of (await askSettings()).adminNotificationEmails) {
      const effectId = `rights-refused:${refused.orderId}:${to}`;
      await queue(rightsRefusedLetter(refused, publicUrl), { ...fromUs, effectId, to });
    }
  });
  consume(passwordResetRequested, (reset) => {
    const token = sealer.open(reset.sealedToken);
    const effectId = `password-reset:${createHash('sha256').update(token).digest('hex')}`;
    const letter = passwordResetLetter({ username: reset.username, token }, publicUrl);
    return queue(letter, { ...fromUs, effectId, to: reset.email });
  });
  consume(emailChanged, (user, eventId) =>
    queue(emailChangedLetter(user, publicUrl), { ...fromUs, effectId: eventId, to: user.previousEmail }),
  );
}
