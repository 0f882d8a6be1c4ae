import { BRAND } from '@leadping/contracts/brand';
import { ticketCreated, ticketReplied } from '@leadping/contracts/support/ticket-events';
import type { EmailTemplate } from '../email-templates/email-template.ts';
import {
  customerReplyNotice,
  newTicketNotice,
  staffAnswer,
  ticketConfirmation,
} from '../email-templates/ticket-template.ts';
import { isReserved } from './is-reserved.ts';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import type { MailWriter } from './mail-writer.ts';

export function onTicketEvents(
  consume: Consumers['consume'],
  { queue, requestSettings, publicUrl }: MailWriter,
): void {
  const queueTicketMail = (template: EmailTemplate, effectId: string, to: string) =>
    queue(template, { effectId, kind: 'ticket', to, senderName: BRAND.name });

  const queueForStaff = async (template: EmailTemplate, effect: string, customer: string) => {
    if (isReserved(customer)) return;
    const settings = await requestSettings();
    if (!settings.enableTicketNotifications) return;
    for (const to of settings.adminNotificationEmails) await queueTicketMail(template, `${effect}:${to}`, to);
  };

  consume(ticketCreated, async (ticket) => {
    const effect = `ticket-created:${ticket.ticketNumber}`;
    await queueTicketMail(ticketConfirmation(ticket, publicUrl), `${effect}:customer`, ticket.email);
    await queueForStaff(newTicketNotice(ticket, publicUrl), effect, ticket.email);
  });
  consume(ticketReplied, async (reply) => {
    const effect = `ticket-replied:${reply.responseId}`;
    if (reply.fromCustomer) return queueForStaff(customerReplyNotice(reply, publicUrl), effect, reply.email);
    await queueTicketMail(staffAnswer(reply, publicUrl), `${effect}:customer`, reply.email);
  });
}
