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
import { isReserved } from './is-reserved.ts';
import type { MailWriter } from './mail-writer.ts';

const TICKET = { kind: 'ticket', senderName: BRAND.name } as const;

export async function onTicketCreated(
  writer: MailWriter,
  ticket: PayloadOf<typeof ticketCreated>,
): Promise<void> {
  const { queue, publicUrl } = writer;
  const effect = `ticket-created:${ticket.ticketNumber}`;
  if (ticket.isConfirmed)
    await queue(ticketConfirmation(ticket, publicUrl), {
      ...TICKET,
      effectId: `${effect}:customer`,
      to: ticket.email,
    });
  await queueForStaff(writer, newTicketNotice(ticket, publicUrl), effect, ticket.email);
}

export async function onTicketReplied(
  writer: MailWriter,
  reply: PayloadOf<typeof ticketReplied>,
): Promise<void> {
  const { queue, publicUrl } = writer;
  const effect = `ticket-replied:${reply.responseId}`;
  if (reply.fromCustomer) {
    return queueForStaff(writer, customerReplyNotice(reply, publicUrl), effect, reply.email);
  }
  await queue(staffReply(reply, publicUrl), { ...TICKET, effectId: `${effect}:customer`, to: reply.email });
}

async function queueForStaff(
  { queueForAdmins }: MailWriter,
  template: EmailTemplate,
  effectId: string,
  customer: string,
): Promise<void> {
  if (isReserved(customer)) return;
  await queueForAdmins(
    template,
    { ...TICKET, effectId },
    ({ enableTicketNotifications }) => enableTicketNotifications,
  );
}
