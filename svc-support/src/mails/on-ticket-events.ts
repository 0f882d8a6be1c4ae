import { BRAND } from '@leadping/contracts/brand';
import type { PayloadOf } from '@leadping/contracts/event';
import type { ticketCreated, ticketReplied } from '@leadping/contracts/support/ticket-events';
import type { EmailTemplate } from '../email-templates/email-template.ts';
import {
  customerReplyNotice,
  newTicketNotice,
  staffReply,
  ticketConfirmation,
} from '../email-templates/ticket-template.ts';
import { ticketLink } from '../tickets/confirm-address.ts';
import { isReserved } from './is-reserved.ts';
import type { MailWriter } from './mail-writer.ts';

const TICKET = { senderName: BRAND.name } as const;

export async function onTicketCreated(
  writer: MailWriter,
  ticket: PayloadOf<typeof ticketCreated>,
): Promise<void> {
  const { queue, sealer, publicUrl } = writer;
  const effect = `ticket-created:${ticket.ticketNumber}`;
  if (ticket.isConfirmed)
    await queue(ticketConfirmation(ticket, ticketLink(sealer, publicUrl, ticket.ticketNumber)), {
      ...TICKET,
      purpose: 'ticket-confirmation',
      effectId: `${effect}:customer`,
      to: ticket.email,
    });
  await queueForStaff(writer, newTicketNotice(ticket, publicUrl), effect, ticket);
}

export async function onTicketReplied(
  writer: MailWriter,
  reply: PayloadOf<typeof ticketReplied>,
): Promise<void> {
  const { queue, sealer, publicUrl } = writer;
  const effect = `ticket-replied:${reply.responseId}`;
  if (reply.fromCustomer) {
    return queueForStaff(writer, customerReplyNotice(reply, publicUrl), effect, reply);
  }
  const link = ticketLink(sealer, publicUrl, reply.ticketNumber);
  await queue(staffReply(reply, link), {
    ...TICKET,
    purpose: 'ticket-reply',
    effectId: `${effect}:customer`,
    to: reply.email,
  });
}

async function queueForStaff(
  { queueForAdmins }: MailWriter,
  template: EmailTemplate,
  effectId: string,
  { email, ticketNumber }: Pick<PayloadOf<typeof ticketCreated>, 'email' | 'ticketNumber'>,
): Promise<void> {
  if (isReserved(email)) return;
  await queueForAdmins(
    template,
    { ...TICKET, purpose: 'ticket-notice', effectId, notice: `${template.subject} (${ticketNumber})` },
    ({ enableTicketNotifications }) => enableTicketNotifications,
  );
}
