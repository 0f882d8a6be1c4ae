import { BRAND } from '@leadping/contracts/brand';
import {
  emailChanged,
  emailVerificationRequested,
  passwordResetRequested,
  resellerRightsRefused,
  signInChanged,
  userAttachedToReseller,
  userInvited,
} from '@leadping/contracts/identity/user-events';
import { invitationPlace, mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import { createHash } from 'node:crypto';
import {
  emailChangedEmailTemplate,
  emailOwnedEmailTemplate,
  emailVerificationEmailTemplate,
  invitationEmailTemplate,
  passwordResetEmailTemplate,
  resellerRightsEmailTemplate,
  rightsRefusedEmailTemplate,
  signInChangedEmailTemplate,
} from '../email-templates/account-template.ts';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import type { MailWriter } from './mail-writer.ts';

export function onUserEvents(
  consume: Consumers['consume'],
  { queue, requestSettings, credentialSealer, publicUrl }: MailWriter,
): void {
  const fromUs = { kind: 'account', senderName: BRAND.name } as const;

  consume(userInvited, (user) => {
    const template = invitationEmailTemplate(
      { ...user, password: credentialSealer.open(user.sealedPassword, invitationPlace(user.invitationId)) },
      publicUrl,
    );
    const effectId = `user-invited:${user.invitationId}`;
    return queue(template, { ...fromUs, kind: 'invitation', effectId, to: user.email });
  });
  consume(userAttachedToReseller, (user) => {
    const effectId = `user-attached:${user.userId}:${user.resellerId}`;
    return queue(resellerRightsEmailTemplate(user, publicUrl), { ...fromUs, effectId, to: user.email });
  });
  consume(resellerRightsRefused, async (refused) => {
    // Somebody paid and has nothing: not a notice that an admin can turn off.
    for (const to of (await requestSettings()).adminNotificationEmails) {
      const effectId = `rights-refused:${refused.orderId}:${to}`;
      await queue(rightsRefusedEmailTemplate(refused, publicUrl), { ...fromUs, effectId, to });
    }
  });
  consume(passwordResetRequested, (reset) => {
    const token = credentialSealer.open(reset.sealedToken, mailedTokenPlace('password-resets', reset.userId));
    const effectId = `password-reset:${createHash('sha256').update(token).digest('hex')}`;
    const template = passwordResetEmailTemplate({ username: reset.username, token }, publicUrl);
    return queue(template, { ...fromUs, effectId, to: reset.email });
  });
  consume(emailVerificationRequested, (claim, eventId) => {
    const template =
      claim.ownerUsername === null
        ? emailVerificationEmailTemplate(
            {
              username: claim.username,
              token: credentialSealer.open(
                claim.sealedToken,
                mailedTokenPlace('email-verifications', claim.userId),
              ),
            },
            publicUrl,
          )
        : emailOwnedEmailTemplate({ ownerUsername: claim.ownerUsername }, publicUrl);
    return queue(template, { ...fromUs, effectId: eventId, to: claim.email });
  });
  consume(emailChanged, (user, eventId) =>
    queue(emailChangedEmailTemplate(user, publicUrl), {
      ...fromUs,
      effectId: eventId,
      to: user.previousEmail,
    }),
  );
  consume(signInChanged, (user, eventId) =>
    queue(signInChangedEmailTemplate(user, publicUrl), { ...fromUs, effectId: eventId, to: user.email }),
  );
}
