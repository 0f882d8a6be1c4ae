import { canonicalEmail } from '@leadping/contracts/email-address';
import { ticketCreated } from '@leadping/contracts/support/ticket-events';
import type { createTicket as createRoute } from '@leadping/contracts/support/ticket-routes';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { RequestOf } from '@leadping/contracts/route';
import { trusted } from 'mongoose';
import type { SupportContext } from '../context.ts';
import { newTicketNumber } from './ticket-number.ts';
import { deskRankOf, rankOf, ticketKeyPlace } from './ticket.model.ts';

/** Confirmations to one email address within the hour: nobody's mailbox is filled by others. */
const MAX_CONFIRMATIONS = 5;
const HOUR_MS = 3600_000;

/**
 * Opens a ticket.
 * @param address where the request came from
 * @returns its number. @throws {DomainError} RATE_LIMITED
 */
export async function createTicket(
  { tickets, throttles, relay, sealer }: SupportContext,
  asked: RequestOf<typeof createRoute>['body'],
  address: string,
): Promise<string> {
  const { name, email, category, subject, message, priority, licenseKey } = asked;
  const emailKey = canonicalEmail(email);
  await throttles.countOpened(emailKey, address);
  const now = new Date();
  const sinceHour = trusted({ $gt: new Date(now.getTime() - HOUR_MS) });
  const earlier = await tickets.countDocuments({ emailKey, createdAt: sinceHour }).limit(MAX_CONFIRMATIONS);
  const ticketNumber = newTicketNumber();
  await tickets.create({
    ticketNumber,
    name,
    email,
    emailKey,
    ...(licenseKey ? { sealedLicenseKey: sealer.seal(licenseKey, ticketKeyPlace(ticketNumber)) } : {}),
    category,
    subject,
    message,
    priority,
    status: 'open',
    statusRank: rankOf('open'),
    customerWaiting: true,
    waitingSince: now,
    deskRank: deskRankOf({ priority, customerWaiting: true }),
    createdAt: now,
    updatedAt: now,
    outbox: [
      outboxEntry(ticketCreated, `ticket-created:${ticketNumber}`, {
        ticketNumber,
        subject,
        name,
        email,
        message,
        priority,
        isConfirmed: earlier < MAX_CONFIRMATIONS,
      }),
    ],
  });
  relay.flush(tickets);
  return ticketNumber;
}
