import type { Role } from '@leadping/contracts/actor';
import { BRAND } from '@leadping/contracts/brand';
import type { SIGN_IN_CHANGES } from '@leadping/contracts/identity/user-events';
import type { EmailTemplate } from './email-template.ts';

/** A new sign-in, or a new password for one: the same mail, since both come with a password to change. */
export function invitationEmailTemplate(
  user: { username: string; password: string; businessName: string | null },
  publicUrl: string,
): EmailTemplate {
  const forWhom = user.businessName ? ` for ${user.businessName}` : '';
  return {
    subject: `Your ${BRAND.name} sign-in${forWhom}`,
    brand: BRAND.name,
    heading: `Welcome to ${BRAND.name}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `Your account${forWhom} is ready. Sign in with the password below; you’ll set your own next.`,
      },
      { kind: 'code', label: 'Username', value: user.username },
      { kind: 'code', label: 'Temporary password', value: user.password },
      { kind: 'button', label: 'Sign in', url: `${publicUrl}/auth` },
      { kind: 'paragraph', text: 'The temporary password replaces any password you had here before.' },
    ],
    footer: `You’re receiving this email because an account at ${BRAND.name} was made for this address.`,
  };
}

export function resellerRightsEmailTemplate(
  user: { username: string; businessName: string | null },
  publicUrl: string,
): EmailTemplate {
  return {
    subject: `You can now resell ${BRAND.name}`,
    brand: BRAND.name,
    heading: 'Your reseller account is ready',
    blocks: [
      {
        kind: 'paragraph',
        text: `Your account ${user.username} now has reseller rights${user.businessName ? ` for ${user.businessName}` : ''}. Sign in with the password you have.`,
      },
      {
        kind: 'steps',
        steps: [
          'Name your business and set your price.',
          'Connect your payment account.',
          'Share your sales page.',
        ],
      },
      { kind: 'button', label: 'Open the dashboard', url: `${publicUrl}/reseller-dashboard` },
    ],
    footer: `You’re receiving this email because your account got reseller rights at ${BRAND.name}.`,
  };
}

/** Tells an admin of an order that only a person can settle. */
export function rightsRefusedEmailTemplate(
  refused: { orderId: string; email: string; role: Role },
  publicUrl: string,
): EmailTemplate {
  return {
    subject: 'Reseller rights were paid for but could not be granted',
    brand: BRAND.name,
    heading: 'A paid order needs you',
    blocks: [
      {
        kind: 'paragraph',
        text: 'Someone paid for reseller rights with the email address of an existing staff or reseller account. No sign-in was made, and nothing else happens automatically.',
      },
      {
        kind: 'facts',
        facts: [
          ['Customer', refused.email],
          ['Role of the account', refused.role],
          ['Order', refused.orderId],
        ],
      },
      {
        kind: 'paragraph',
        text: 'Refund the order at the payment provider, or ask the customer for another address and invite it.',
      },
      { kind: 'button', label: 'Open the dashboard', url: `${publicUrl}/admin` },
    ],
    footer: `You’re receiving this email because you get order notifications from ${BRAND.name}.`,
  };
}

export function passwordResetEmailTemplate(
  reset: { username: string; token: string },
  publicUrl: string,
): EmailTemplate {
  return {
    subject: `Choose a new ${BRAND.name} password`,
    brand: BRAND.name,
    heading: 'Choose a new password',
    blocks: [
      {
        kind: 'paragraph',
        text: `Someone asked for a new password for the account ${reset.username}. The link works once and for one hour.`,
      },
      {
        kind: 'button',
        label: 'Choose a new password',
        url: `${publicUrl}/reset-password?token=${encodeURIComponent(reset.token)}`,
      },
      {
        kind: 'paragraph',
        text: 'If it wasn’t you, ignore this email. Your password stays as it is, and nobody gets in with this email alone.',
      },
    ],
    footer: `You’re receiving this email because the address belongs to an account at ${BRAND.name}.`,
  };
}

export function emailVerificationEmailTemplate(
  claim: { username: string; token: string },
  publicUrl: string,
): EmailTemplate {
  return {
    subject: `Confirm your email address for ${BRAND.name}`,
    brand: BRAND.name,
    heading: 'Confirm your email address',
    blocks: [
      {
        kind: 'paragraph',
        text: `The account ${claim.username} was set up with this address. Confirm that it is yours; the link works once and for 24 hours.`,
      },
      {
        kind: 'button',
        label: 'Confirm email address',
        url: `${publicUrl}/verify-email?token=${encodeURIComponent(claim.token)}`,
      },
      {
        kind: 'paragraph',
        text: 'If you did not set up this account, ignore this email. Without your confirmation, nothing is connected to your address.',
      },
    ],
    footer: `You’re receiving this email because this address was entered at ${BRAND.name}.`,
  };
}

/**
 * For an address that another account has verified: the owner is reminded of it, and the person who typed the address
 * learns nothing.
 */
export function emailOwnedEmailTemplate(claim: { ownerUsername: string }, publicUrl: string): EmailTemplate {
  return {
    subject: `You already have a ${BRAND.name} account`,
    brand: BRAND.name,
    heading: 'You already have an account',
    blocks: [
      {
        kind: 'paragraph',
        text: `Someone entered this address for another account. It stays with your account ${claim.ownerUsername}.`,
      },
      {
        kind: 'paragraph',
        text: 'If it was you: sign in with that account, or choose a new password for it.',
      },
      { kind: 'button', label: 'Choose a new password', url: `${publicUrl}/forgot-password` },
      { kind: 'paragraph', text: 'If it wasn’t you, ignore this email. Nobody gets in with it.' },
    ],
    footer: `You’re receiving this email because the address belongs to an account at ${BRAND.name}.`,
  };
}

/** A notice to the old address: the new one is not named, the mailbox may be in other hands. */
export function emailChangedEmailTemplate(user: { username: string }, publicUrl: string): EmailTemplate {
  return {
    subject: `The email address of your ${BRAND.name} account was changed`,
    brand: BRAND.name,
    heading: 'Your email address was changed',
    blocks: [
      {
        kind: 'paragraph',
        text: `The account ${user.username} has a new email address. From now on, our emails go there and no longer here.`,
      },
      { kind: 'paragraph', text: 'If it wasn’t you, please write to us at once.' },
      { kind: 'button', label: 'Contact support', url: `${publicUrl}/support` },
    ],
    footer: `You’re receiving this email because this was the address of an account at ${BRAND.name}.`,
  };
}

type SignInChange = (typeof SIGN_IN_CHANGES)[number];

const SIGN_IN_CHANGE_TEXTS: Readonly<Record<SignInChange, { heading: string; text: string }>> = {
  'passkey-added': {
    heading: 'A passkey was added',
    text: 'It opens your account, with or without your password.',
  },
  'passkey-removed': { heading: 'A passkey was removed', text: 'It no longer opens your account.' },
  'authenticator-added': {
    heading: 'An authenticator app was set up',
    text: 'From now on, you confirm each sign-in with a code from it.',
  },
  'authenticator-removed': {
    heading: 'Your authenticator app was removed',
    text: 'Its codes no longer open your account.',
  },
  'recovery-codes-renewed': {
    heading: 'You have new recovery codes',
    text: 'Your old codes no longer work.',
  },
  'recovery-code-used': {
    heading: 'A recovery code was used',
    text: 'Each of them works once.',
  },
  'second-factors-reset': {
    heading: 'Your second factors were removed',
    text: 'All passkeys, the authenticator app and the recovery codes were removed from your account and all sessions were ended: by an administrator, or because your password was reset at an address that was not confirmed before. You can sign in with your password now; please set up a second factor again.',
  },
};

/** A notice of every change of how somebody signs in: a stranger's change shall not go unnoticed. */
export function signInChangedEmailTemplate(
  user: { username: string; change: SignInChange; name: string | null; recoveryCodesLeft: number },
  publicUrl: string,
): EmailTemplate {
  const { heading, text } = SIGN_IN_CHANGE_TEXTS[user.change];
  return {
    subject: `${BRAND.name}: ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`,
    brand: BRAND.name,
    heading,
    blocks: [
      { kind: 'paragraph', text },
      {
        kind: 'facts',
        facts: [
          ['Account', user.username],
          ...(user.name === null ? [] : [['Passkey', user.name] as [string, string]]),
          ['Recovery codes left', String(user.recoveryCodesLeft)],
        ],
      },
      {
        kind: 'paragraph',
        text: 'If it wasn’t you: choose a new password now, end all sessions in your profile, and write to us.',
      },
      { kind: 'button', label: 'Choose a new password', url: `${publicUrl}/forgot-password` },
    ],
    footer: `You’re receiving this email because the address belongs to an account at ${BRAND.name}.`,
  };
}
