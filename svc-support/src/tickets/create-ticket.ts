import { canonicalEmail } from '@leadping/contracts/email-address';
import { ticketCreated } from '@leadping/contracts/support/ticket-events';
import type { createTicket as createRoute } from '@leadping/contracts/support/ticket-routes';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { RequestOf } from '@leadping/contracts/route';
import { maskSecretsIn } from '@leadping/service-kit/audit/audit-changes';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { trusted } from 'mongoose';
import { createHash } from 'node:crypto';
import type { SupportContext } from '../context.ts';
import { newTicketNumber } from './ticket-number.ts';
import { deskRankOf, rankOf, ticketKeyPlace } from './ticket.model.ts';

/** Maximum confirmations to one email address per hour, so that strangers cannot fill a mailbox. */
const MAX_CONFIRMATIONS = 5;
const HOUR_MS = 3600_000;

type Asked = RequestOf<typeof createRoute>['body'];

interface Sender {
  /** IP address of the sender. */
  address: string;
  /** A sender who saw no reply repeats the request with the same key. */
  idempotencyKey?: string | undefined;
}

/**
 * Opens a ticket, once for each idempotency key and content.
 * @returns the ticket's number
 * @throws {DomainError} RATE_LIMITED
 */
export async function createTicket(
  support: SupportContext,
  asked: Asked,
  { address, idempotencyKey }: Sender,
): Promise<string> {
  const { tickets, throttles } = support;
  const idempotencyHash =
    idempotencyKey === undefined
      ? undefined
      : createHash('sha256')
          .update(JSON.stringify([idempotencyKey, asked]))
          .digest('base64url');
  const findOpened = async () =>
    idempotencyHash === undefined
      ? undefined
      : (await tickets.findOne({ idempotencyHash }, { ticketNumber: 1 }).lean())?.ticketNumber;

  const opened = await findOpened();
  if (opened !== undefined) return opened;
  await throttles.countOpened(canonicalEmail(asked.email), address);
  try {
    return await insertTicket(support, asked, idempotencyHash);
  } catch (error) {
    const meanwhile = isDuplicateKey(error) ? await findOpened() : undefined;
    if (meanwhile === undefined) throw error;
    return meanwhile;
  }
}

async function insertTicket(
  { tickets, relay, sealer }: SupportContext,
  { name, email, category, priority, licenseKey, ...written }: Asked,
  idempotencyHash: string | undefined,
): Promise<string> {
  const emailKey = canonicalEmail(email);
  // Texts are stored and mailed unsealed, so keys in them are masked. The form has its own field for a key.
  const [subject, message] = [maskSecretsIn(written.subject), maskSecretsIn(written.message)];
  const now = new Date();
  const sinceHour = trusted({ $gt: new Date(now.getTime() - HOUR_MS) });
  const earlier = await tickets.countDocuments({ emailKey, createdAt: sinceHour }).limit(MAX_CONFIRMATIONS);
  const ticketNumber = newTicketNumber();
  await tickets.create({
    ticketNumber,
    name,
    email,
    emailKey,
    ...(idempotencyHash === undefined ? {} : { idempotencyHash }),
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
