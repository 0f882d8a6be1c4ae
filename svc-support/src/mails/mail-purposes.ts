import type { MailKind } from './mail.model.ts';

/**
 * The purpose of a mail and its cause. Only mails that a `stranger` can cause count towards the recipient's limit. `owed` mails
 * follow from a payment or from the work of staff, `own` mails from a session of the recipient. `staff` mails are notices that
 * staff turned on.
 */
interface MailPurpose {
  kind: MailKind;
  causedBy: 'owed' | 'own' | 'staff' | 'stranger';
}

export const MAIL_PURPOSES = {
  'license-key': { kind: 'license-key', causedBy: 'owed' },
  /** svc-licensing mails a key again five times a day at most, ten minutes apart. */
  'license-key-again': { kind: 'license-key', causedBy: 'owed' },
  /** svc-licensing mails the key of a license ten times an hour at most. */
  'license-key-rotated': { kind: 'license-key', causedBy: 'owed' },
  'license-status': { kind: 'license-status', causedBy: 'owed' },
  invitation: { kind: 'invitation', causedBy: 'owed' },
  'reseller-rights': { kind: 'account', causedBy: 'owed' },
  'ticket-reply': { kind: 'ticket', causedBy: 'owed' },
  /** One for each order. */
  'order-confirmation': { kind: 'order-notice', causedBy: 'owed' },
  /** One for each order. */
  withdrawal: { kind: 'order-notice', causedBy: 'owed' },
  'seller-notice': { kind: 'order-notice', causedBy: 'owed' },
  'webhook-disabled': { kind: 'account', causedBy: 'owed' },
  'address-change': { kind: 'account', causedBy: 'own' },
  'email-changed': { kind: 'account', causedBy: 'own' },
  'sign-in-changed': { kind: 'account', causedBy: 'own' },
  'sale-notice': { kind: 'order-notice', causedBy: 'staff' },
  'order-notice': { kind: 'order-notice', causedBy: 'staff' },
  'staff-notice': { kind: 'account', causedBy: 'staff' },
  'ticket-notice': { kind: 'ticket', causedBy: 'staff' },
  'address-change-new': { kind: 'account', causedBy: 'stranger' },
  'customer-link': { kind: 'account', causedBy: 'stranger' },
  'password-reset': { kind: 'account', causedBy: 'stranger' },
  'email-verification': { kind: 'account', causedBy: 'stranger' },
  'ticket-confirmation': { kind: 'ticket', causedBy: 'stranger' },
} as const satisfies Record<string, MailPurpose>;

export type PurposeName = keyof typeof MAIL_PURPOSES;
