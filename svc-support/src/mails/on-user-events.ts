import { BRAND } from '@leadping/contracts/brand';
import type { PayloadOf } from '@leadping/contracts/event';
import type {
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
import type { MailWriter } from './mail-writer.ts';

const ACCOUNT = { senderName: BRAND.name } as const;

export async function onUserInvited(
  { queue, credentialSealer, publicUrl }: MailWriter,
  user: PayloadOf<typeof userInvited>,
): Promise<void> {
  const password = credentialSealer.open(user.sealedPassword, invitationPlace(user.invitationId));
  const effectId = `user-invited:${user.invitationId}`;
  await queue(invitationEmailTemplate({ ...user, password }, publicUrl), {
    ...ACCOUNT,
    purpose: 'invitation',
    effectId,
    to: user.email,
  });
}

export async function onUserAttachedToReseller(
  { queue, publicUrl }: MailWriter,
  user: PayloadOf<typeof userAttachedToReseller>,
): Promise<void> {
  const effectId = `user-attached:${user.userId}:${user.resellerId}`;
  await queue(resellerRightsEmailTemplate(user, publicUrl), {
    ...ACCOUNT,
    purpose: 'reseller-rights',
    effectId,
    to: user.email,
  });
}

/** Somebody paid and has nothing: not a notice that an admin can turn off. */
export async function onResellerRightsRefused(
  { queueForAdmins, publicUrl }: MailWriter,
  refused: PayloadOf<typeof resellerRightsRefused>,
): Promise<void> {
  const effectId = `rights-refused:${refused.orderId}`;
  await queueForAdmins(rightsRefusedEmailTemplate(refused, publicUrl), {
    ...ACCOUNT,
    purpose: 'staff-notice',
    effectId,
  });
}

export async function onPasswordResetRequested(
  { queue, credentialSealer, publicUrl }: MailWriter,
  { userId, username, email, sealedToken }: PayloadOf<typeof passwordResetRequested>,
): Promise<void> {
  const token = credentialSealer.open(sealedToken, mailedTokenPlace('password-resets', userId));
  const effectId = `password-reset:${createHash('sha256').update(token).digest('hex')}`;
  const template = passwordResetEmailTemplate({ username, token }, publicUrl);
  await queue(template, { ...ACCOUNT, purpose: 'password-reset', effectId, to: email });
}

export async function onEmailVerificationRequested(
  writer: MailWriter,
  claim: PayloadOf<typeof emailVerificationRequested>,
  eventId: string,
): Promise<void> {
  await writer.queue(claimTemplate(writer, claim), {
    ...ACCOUNT,
    purpose: 'email-verification',
    effectId: eventId,
    to: claim.email,
  });
}

function claimTemplate(
  { credentialSealer, publicUrl }: MailWriter,
  { userId, username, ownerUsername, sealedToken }: PayloadOf<typeof emailVerificationRequested>,
) {
  if (ownerUsername !== null) return emailOwnedEmailTemplate({ ownerUsername }, publicUrl);
  const token = credentialSealer.open(sealedToken, mailedTokenPlace('email-verifications', userId));
  return emailVerificationEmailTemplate({ username, token }, publicUrl);
}

export async function onEmailChanged(
  { queue, publicUrl }: MailWriter,
  user: PayloadOf<typeof emailChanged>,
  eventId: string,
): Promise<void> {
  if (!user.wasVerified) return;
  const template = emailChangedEmailTemplate(user, publicUrl);
  await queue(template, { ...ACCOUNT, purpose: 'email-changed', effectId: eventId, to: user.previousEmail });
}

export async function onSignInChanged(
  { queue, publicUrl }: MailWriter,
  user: PayloadOf<typeof signInChanged>,
  eventId: string,
): Promise<void> {
  const template = signInChangedEmailTemplate(user, publicUrl);
  await queue(template, { ...ACCOUNT, purpose: 'sign-in-changed', effectId: eventId, to: user.email });
}
