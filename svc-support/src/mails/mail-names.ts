import type { MailKind } from './mail.model.ts';

/** What staff call the mails. */
export const MAIL_NAMES: Record<MailKind, string> = {
  'license-key': 'License key',
  'license-status': 'License status change',
  'order-notice': 'Order notice',
  invitation: 'Invitation',
  account: 'Account email',
  ticket: 'Ticket email',
};
