import type { MailKind } from './mail.model.ts';

/** Names of the mails on the pages for staff. */
export const MAIL_NAMES: Record<MailKind, string> = {
  'license-key': 'License key',
  'license-status': 'License status change',
  'order-notice': 'Order notice',
  invitation: 'Invitation',
  account: 'Account email',
  ticket: 'Ticket email',
};
