import { CUSTOMER_LIST_LENGTH, type CustomerMail } from '@leadping/contracts/support/customer-routes';
import { maskEmailsIn } from '@leadping/service-kit/privacy/mask-email';
import type { SupportContext } from '../context.ts';
import { getConfirmedTicket } from '../tickets/find-ticket.ts';
import { MAIL_NAMES } from '../mails/mail-names.ts';

/**
 * The latest mails to a ticket's customer, newest first, without their content.
 * @throws {DomainError} NOT_FOUND
 */
export async function listCustomerMails(
  support: Pick<SupportContext, 'tickets' | 'mails'>,
  ticketId: string,
): Promise<CustomerMail[]> {
  const { emailKey } = await getConfirmedTicket(support, ticketId);
  const found = await support.mails
    .find({ toKey: emailKey })
    .sort({ createdAt: -1 })
    .limit(CUSTOMER_LIST_LENGTH)
    .select({ sealedContent: 0, outbox: 0 })
    .lean();
  return found.map((mail) => ({
    id: mail._id,
    title: MAIL_NAMES[mail.kind],
    state: mail.state === 'leased' ? 'queued' : mail.state,
    error: mail.error === undefined ? null : maskEmailsIn(mail.error).slice(0, 200),
    at: (mail.settledAt ?? mail.createdAt).toISOString(),
    orderId: mail.orderId ?? null,
  }));
}
