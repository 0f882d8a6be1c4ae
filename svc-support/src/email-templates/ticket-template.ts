import { BRAND } from '@leadping/contracts/brand';
import type { PayloadOf } from '@leadping/contracts/event';
import { SUPPORT_REPLY } from '@leadping/contracts/promises';
import type { ticketCreated, ticketReplied } from '@leadping/contracts/support/ticket-events';
import type { EmailTemplate } from './email-template.ts';

type Created = PayloadOf<typeof ticketCreated>;
type Replied = PayloadOf<typeof ticketReplied>;

const OWN_TICKET = `You’re receiving this email because a support ticket at ${BRAND.name} was opened with this address.`;
const STAFF = 'You’re receiving this email because ticket notifications are on in the settings.';

/**
 * Confirms a ticket. The message is not repeated: who types another's address cannot have words mailed to them.
 * @param link from `ticketLink`
 */
export function ticketConfirmation({ ticketNumber }: Created, link: string): EmailTemplate {
  return {
    subject: `We have your ticket ${ticketNumber}`,
    brand: BRAND.name,
    heading: 'We have your ticket',
    blocks: [
      {
        kind: 'paragraph',
        text: `Thank you for writing. The ${BRAND.name} team replies ${SUPPORT_REPLY.supportCenter}.`,
      },
      { kind: 'code', label: 'Ticket number', value: ticketNumber },
      { kind: 'button', label: 'Follow your ticket', url: link },
      {
        kind: 'paragraph',
        text: 'The page asks for this email address. Opening it shows our team that the address is yours, so that we can look up your orders.',
      },
      { kind: 'paragraph', text: 'If you did not write to us, please do not open the link.' },
    ],
    footer: OWN_TICKET,
  };
}

/** @param link from `ticketLink` */
export function staffReply(reply: Replied, link: string): EmailTemplate {
  return {
    subject: `Re: ${reply.subject} [${reply.ticketNumber}]`,
    brand: BRAND.name,
    heading: 'Support has replied',
    blocks: [
      { kind: 'paragraph', text: `Hello ${reply.name}, there is a reply to “${reply.subject}”:` },
      { kind: 'quote', text: reply.message },
      { kind: 'button', label: 'Read and reply', url: link },
      {
        kind: 'paragraph',
        text: 'Please reply on that page. Replies to this email do not reach the ticket.',
      },
    ],
    footer: OWN_TICKET,
  };
}

export function newTicketNotice(ticket: Created, publicUrl: string): EmailTemplate {
  const urgency = ticket.priority === 'normal' ? '' : ` (${ticket.priority})`;
  return staffNotice(ticket, publicUrl, {
    subject: `New ticket${urgency}: ${ticket.subject}`,
    heading: `New ticket from ${ticket.name}`,
  });
}

export function customerReplyNotice(reply: Replied, publicUrl: string): EmailTemplate {
  return staffNotice(reply, publicUrl, {
    subject: `Customer replied: ${reply.subject}`,
    heading: `${reply.name} has replied`,
  });
}

function staffNotice(
  ticket: Pick<Created, 'ticketNumber' | 'subject' | 'name' | 'email' | 'message'>,
  publicUrl: string,
  words: { subject: string; heading: string },
): EmailTemplate {
  return {
    ...words,
    brand: BRAND.name,
    blocks: [
      {
        kind: 'facts',
        facts: [
          ['Ticket', ticket.ticketNumber],
          ['Subject', ticket.subject],
          ['From', `${ticket.name} (${ticket.email})`],
        ],
      },
      { kind: 'quote', text: ticket.message },
      {
        kind: 'button',
        label: 'Open on the desk',
        url: `${publicUrl}/admin/tickets?search=${ticket.ticketNumber}`,
      },
    ],
    footer: STAFF,
  };
}
