import type { TicketStatus } from '@leadping/contracts/support/ticket';
import { ticketReplied } from '@leadping/contracts/support/ticket-events';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import { Types } from 'mongoose';
import type { SupportContext } from '../context.ts';
import { deskRankOf, rankOf, type Response, type StoredTicket } from './ticket.model.ts';

/** A conversation is kept in one document: longer ones go on in a new ticket. */
const MAX_CONVERSATION_LENGTH = 300;

interface TicketChange {
  status: TicketStatus;
  assignedTo?: string;
  response?: Response;
}

/** @throws {DomainError} TICKET_CLOSED */
export function addCustomerResponse(support: SupportContext, _id: Types.ObjectId, message: string) {
  return changeTicket(support, _id, (ticket) => {
    refuseClosed(ticket);
    return {
      // A customer who writes again has something open.
      status: ticket.status === 'resolved' ? 'open' : ticket.status,
      response: { _id: new Types.ObjectId(), message, isCustomerResponse: true, createdAt: new Date() },
    };
  });
}

/** The first to answer is assigned. @throws {DomainError} NOT_FOUND, TICKET_CLOSED */
export async function addStaffResponse(
  support: SupportContext,
  _id: Types.ObjectId,
  answer: { message: string; userId: string; username: string },
): Promise<Response> {
  const response: Response = {
    _id: new Types.ObjectId(),
    message: answer.message,
    isCustomerResponse: false,
    respondedBy: answer.username,
    createdAt: new Date(),
  };
  await changeTicket(support, _id, (ticket) => {
    refuseClosed(ticket);
    return {
      status: ticket.status === 'open' ? 'in_progress' : ticket.status,
      assignedTo: ticket.assignedTo ?? answer.userId,
      response,
    };
  });
  return response;
}

/** @throws {DomainError} NOT_FOUND */
export function setStatus(support: SupportContext, _id: Types.ObjectId, status: TicketStatus) {
  return changeTicket(support, _id, () => ({ status }));
}

/** One write with everything that follows from a change; who saw an older version reads again. */
async function changeTicket(
  { tickets, relay }: SupportContext,
  _id: Types.ObjectId,
  change: (ticket: StoredTicket) => TicketChange,
): Promise<StoredTicket> {
  for (;;) {
    const ticket = await tickets.findById(_id).lean();
    if (!ticket) throw new DomainError('NOT_FOUND', 'Ticket not found');
    const { status, response, assignedTo = ticket.assignedTo } = change(ticket);
    const responses = response ? [...ticket.responses, response] : ticket.responses;
    if (responses.length > MAX_CONVERSATION_LENGTH) {
      throw new DomainError('VALIDATION_FAILED', 'This conversation is very long. Please open a new ticket.');
    }
    const now = new Date();
    const customerWaiting = isCustomerWaiting(status, responses);
    const set = {
      status,
      statusRank: rankOf(status),
      assignedTo,
      customerWaiting,
      waitingSince: customerWaiting ? firstUnanswered({ ...ticket, responses }) : now,
      deskRank: deskRankOf({ ...ticket, customerWaiting }),
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
      before: { status: ticket.status, assignedTo: ticket.assignedTo },
      after: { status, assignedTo, ...(response ? { responseId: String(response._id) } : {}) },
    });
    if (response) relay.flush();
    return { ...ticket, ...set, responses };
  }
}

/** The last message is the customer's, the ticket's own included, and nobody has settled it. */
function isCustomerWaiting(status: TicketStatus, responses: Response[]): boolean {
  const isLastCustomers = responses.at(-1)?.isCustomerResponse ?? true;
  return isLastCustomers && (status === 'open' || status === 'in_progress');
}

/** When the customer wrote what nobody has replied to. */
function firstUnanswered({ createdAt, responses }: Pick<StoredTicket, 'createdAt' | 'responses'>): Date {
  const lastReply = responses.findLastIndex(({ isCustomerResponse }) => !isCustomerResponse);
  return lastReply === -1 ? createdAt : (responses[lastReply + 1]?.createdAt ?? createdAt);
}

function refuseClosed({ status }: StoredTicket): void {
  if (status === 'closed') {
    throw new DomainError('TICKET_CLOSED', 'This ticket is closed. Please open a new one.');
  }
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
