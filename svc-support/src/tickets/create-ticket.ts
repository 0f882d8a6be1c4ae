import { canonicalEmail } from '@leadping/contracts/email-address';
import { ticketCreated } from '@leadping/contracts/support/ticket-events';
import type { createTicket as createRoute } from '@leadping/contracts/support/ticket-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import { durationText } from '@leadping/service-kit/durations';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { RequestOf } from '@leadping/contracts/route';
import { trusted } from 'mongoose';
import type { SupportContext } from '../context.ts';
import { newTicketNumber } from './ticket-number.ts';
import { deskRankOf, rankOf, ticketKeyPlace } from './ticket.model.ts';

/** Tickets for one email address within the hour: nobody's mailbox is filled with confirmations. */
const MAX_PER_ADDRESS = 5;
const HOUR_MS = 3600_000;

/** Opens a ticket. @returns its number. @throws {DomainError} RATE_LIMITED */
export async function createTicket(
  { tickets, relay, sealer }: SupportContext,
  asked: RequestOf<typeof createRoute>['body'],
): Promise<string> {
  const { name, email, category, subject, message, priority, licenseKey } = asked;
  const emailKey = canonicalEmail(email);
  const now = new Date();
  const [oldest] = await tickets
    .find({ emailKey, createdAt: trusted({ $gt: new Date(now.getTime() - HOUR_MS) }) })
    .sort({ createdAt: -1 })
    .skip(MAX_PER_ADDRESS - 1)
    .limit(1)
    .select('createdAt')
    .lean();
  if (oldest) {
    const retryAfter = Math.ceil((oldest.createdAt.getTime() + HOUR_MS - now.getTime()) / 1000);
    throw new DomainError(
      'RATE_LIMITED',
      `You have opened several tickets within the hour. Please add to one of them, or try again in ${durationText(retryAfter)}.`,
      { retryAfter },
    );
  }
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
      }),
    ],
  });
  relay.flush(tickets);
  return ticketNumber;
}
