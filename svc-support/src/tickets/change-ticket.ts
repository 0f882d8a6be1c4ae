import type { TicketPriority, TicketStatus } from '@leadping/contracts/support/ticket';
import { ticketReplied } from '@leadping/contracts/support/ticket-events';
import { maskSecretsIn } from '@leadping/service-kit/audit/audit-changes';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import { Types } from 'mongoose';
import type { SupportContext } from '../context.ts';
import { deskRankOf, rankOf, type Response, type StoredTicket } from './ticket.model.ts';

/** A conversation is one document and is read whole. Longer ones continue in a new ticket. */
const MAX_RESPONSES = 300;
const MAX_CHARACTERS = 500_000;

/**
 * Time within which equal words count as a repetition, in ms. A sender who saw no reply sends the message again. Later
 * the same words are a new message, for example "Any news?".
 */
const REPEATED_WITHIN_MS = 10 * 60_000;

interface TicketChange {
  status: TicketStatus;
  priority?: TicketPriority;
  assignedTo?: string;
  response?: Response;
}

/** @throws {DomainError} TICKET_CLOSED */
export function addCustomerResponse(support: SupportContext, _id: Types.ObjectId, message: string) {
  return addResponse(support, _id, { message, isCustomerResponse: true }, ({ status }) => ({
    // A new message of the customer reopens a resolved ticket.
    status: status === 'resolved' ? 'open' : status,
  }));
}

/**
 * Adds a reply of the staff. The first to reply is assigned.
 * @param seenAt the ticket's `updatedAt` on the writer's screen
 * @throws {DomainError} NOT_FOUND, TICKET_CLOSED, or CONFLICT if a colleague has replied since
 */
export function addStaffResponse(
  support: SupportContext,
  _id: Types.ObjectId,
  {
    message,
    seenAt,
    userId,
    username,
  }: { message: string; seenAt?: string | undefined; userId: string; username: string },
): Promise<Response> {
  const written = { message, isCustomerResponse: false, respondedBy: username };
  return addResponse(support, _id, written, ({ status, assignedTo, responses }) => {
    if (seenAt !== undefined) refuseUnread(responses, new Date(seenAt), username);
    return {
      status: status === 'open' ? 'in_progress' : status,
      assignedTo: assignedTo ?? userId,
    };
  });
}

/**
 * @returns the response as stored, without license keys. For a repetition it is the existing response, which is not
 * mailed again
 */
async function addResponse(
  support: SupportContext,
  _id: Types.ObjectId,
  written: Omit<Response, '_id' | 'createdAt'>,
  change: (ticket: StoredTicket) => Omit<TicketChange, 'response'>,
): Promise<Response> {
  const message = maskSecretsIn(written.message);
  let response: Response = { _id: new Types.ObjectId(), ...written, message, createdAt: new Date() };
  await changeTicket(support, _id, (ticket, now) => {
    response = { ...response, createdAt: now };
    const changed = change(ticket);
    const sent = ticket.responses.at(-1);
    // A message that reopens a ticket is never a repetition.
    if (sent && changed.status === ticket.status && isRepeated(sent, response)) {
      response = sent;
      return null;
    }
    refuseClosed(ticket);
    refuseFull(ticket, response);
    return { ...changed, response };
  });
  return response;
}

/**
 * Changes the status, the priority or both. Omitted fields stay.
 * @param seenAt the ticket's `updatedAt` on the user's screen
 * @throws {DomainError} NOT_FOUND, or CONFLICT if the customer has replied since
 */
export function updateTicket(
  support: SupportContext,
  _id: Types.ObjectId,
  {
    status,
    priority,
    seenAt,
  }: {
    status?: TicketStatus | undefined;
    priority?: TicketPriority | undefined;
    seenAt?: string | undefined;
  },
) {
  const isSettled = status === 'resolved' || status === 'closed';
  return changeTicket(support, _id, ({ responses, ...ticket }) => {
    if (isSettled && seenAt !== undefined && hasReplyAfter(responses, new Date(seenAt))) {
      throw new DomainError('CONFLICT', 'The customer has just replied. Read it first.');
    }
    return { status: status ?? ticket.status, priority: priority ?? ticket.priority };
  });
}

/** Otherwise two colleagues who write at the same time would both answer the customer. */
function refuseUnread(responses: Response[], seenAt: Date, username: string): void {
  const other = responses.findLast(
    ({ respondedBy, createdAt }) =>
      respondedBy !== undefined && respondedBy !== username && createdAt > seenAt,
  );
  if (!other) return;
  const seconds = Math.max(0, Math.round((Date.now() - other.createdAt.getTime()) / 1000));
  const ago = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  throw new DomainError('CONFLICT', `${other.respondedBy} replied ${ago} ago. Read the reply first.`);
}

function hasReplyAfter(responses: Response[], at: Date): boolean {
  return responses.some(({ isCustomerResponse, createdAt }) => isCustomerResponse && createdAt > at);
}

/**
 * Writes a change with everything that follows from it. Optimistic locking: a writer that saw an older version reads
 * again.
 * @param change returns null if nothing is to be changed
 */
async function changeTicket(
  { tickets, relay }: SupportContext,
  _id: Types.ObjectId,
  change: (ticket: StoredTicket, now: Date) => TicketChange | null,
): Promise<StoredTicket> {
  for (;;) {
    const ticket = await tickets.findById(_id).lean();
    if (!ticket) throw new DomainError('NOT_FOUND', 'Ticket not found');
    // Each change is later than the one before, even if the clock is behind, because `updatedAt` shows what a user has
    // seen.
    const now = new Date(Math.max(Date.now(), ticket.updatedAt.getTime() + 1));
    const changed = change(ticket, now);
    if (!changed) return ticket;
    const { status, response, priority = ticket.priority, assignedTo = ticket.assignedTo } = changed;
    const responses = response ? [...ticket.responses, response] : ticket.responses;
    const customerWaiting = isCustomerWaiting(status, responses);
    const set = {
      status,
      statusRank: rankOf(status),
      priority,
      assignedTo,
      customerWaiting,
      waitingSince: customerWaiting ? firstUnanswered({ ...ticket, responses }) : now,
      deskRank: deskRankOf({ ...ticket, priority, customerWaiting }),
      updatedAt: now,
      version: ticket.version + 1,
    };
    const { matchedCount } = await tickets.updateOne(
      { _id, version: ticket.version },
      {
        $set: set,
        ...(response ? { $push: { responses: response, outbox: repliedEntry(ticket, response) } } : {}),
      },
    );
    if (matchedCount === 0) continue;
    recordChange({
      target: ticket.ticketNumber,
      before: { status: ticket.status, priority: ticket.priority, assignedTo: ticket.assignedTo },
      after: { status, priority, assignedTo, ...(response ? { responseId: String(response._id) } : {}) },
    });
    if (response) relay.flush(tickets);
    return { ...ticket, ...set, responses };
  }
}

/** Whether the last message is the customer's (the ticket itself counts) and the ticket is not settled. */
function isCustomerWaiting(status: TicketStatus, responses: Response[]): boolean {
  const isLastCustomers = responses.at(-1)?.isCustomerResponse ?? true;
  return isLastCustomers && (status === 'open' || status === 'in_progress');
}

/** Time of the customer's first message without a reply. */
function firstUnanswered({ createdAt, responses }: Pick<StoredTicket, 'createdAt' | 'responses'>): Date {
  const lastReply = responses.findLastIndex(({ isCustomerResponse }) => !isCustomerResponse);
  return lastReply === -1 ? createdAt : (responses[lastReply + 1]?.createdAt ?? createdAt);
}

function isRepeated(sent: Response, response: Response): boolean {
  return (
    sent.message === response.message &&
    sent.isCustomerResponse === response.isCustomerResponse &&
    sent.respondedBy === response.respondedBy &&
    response.createdAt.getTime() - sent.createdAt.getTime() < REPEATED_WITHIN_MS
  );
}

function refuseClosed({ status }: StoredTicket): void {
  if (status === 'closed') {
    throw new DomainError('TICKET_CLOSED', 'This ticket is closed. Please open a new one.');
  }
}

function refuseFull({ message, responses }: StoredTicket, response: Response): void {
  const texts = [message, ...responses.map((sent) => sent.message), response.message];
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  if (responses.length < MAX_RESPONSES && characters <= MAX_CHARACTERS) return;
  throw new DomainError(
    'VALIDATION_FAILED',
    response.isCustomerResponse
      ? 'This conversation is very long. Please open a new ticket.'
      : 'This conversation is very long. Close the ticket. Its page then asks the customer to create a new one.',
  );
}

function repliedEntry({ ticketNumber, subject, name, email }: StoredTicket, response: Response) {
  const responseId = String(response._id);
  return outboxEntry(ticketReplied, `ticket-replied:${responseId}`, {
    ticketNumber,
    subject,
    name,
    email,
    responseId,
    message: response.message,
    fromCustomer: response.isCustomerResponse,
  });
}
