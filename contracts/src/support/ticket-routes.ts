import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { GuardedIdempotencyKey } from '../headers.ts';
import { cleanCode } from '../pasted.ts';
import { line, nameLine, optional, text } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import {
  DeskTicket,
  Ticket,
  TicketCategory,
  TicketPriority,
  TicketResponse,
  TicketSort,
  TicketStatus,
} from './ticket.ts';

const SearchText = line(200).optional();
const Message = z.object({ message: z.string() });
const ResponseText = text(10_000, 1);

export const createTicket = defineRoute({
  service: 'svc-support',
  method: 'POST',
  path: '/api/support',
  summary: 'Opens a support ticket',
  access: 'anyone',
  fromTenants: true,
  /** Idempotent by key: submitting the same ticket again returns the existing one. */
  headers: z.object(GuardedIdempotencyKey),
  body: z.object({
    name: nameLine(100, 1),
    email: EmailAddress,
    /** The key as pasted by the customer. */
    licenseKey: optional(z.string().max(200).transform(cleanCode).pipe(line(60))),
    category: TicketCategory.nullish().transform((category) => category ?? 'other'),
    subject: nameLine(200, 1),
    message: text(10_000, 1),
    priority: TicketPriority.nullish().transform((priority) => priority ?? 'normal'),
  }),
  replies: { 201: z.object({ ticketNumber: z.string() }) },
  errors: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  limit: { points: 10, windowSeconds: 3600, field: 'email' },
});

/** A wrong number and a wrong email get the same reply. */
export const getTicket = defineRoute({
  service: 'svc-support',
  method: 'GET',
  path: '/api/support/ticket/:ticketNumber',
  summary: 'A ticket and its conversation, for who knows the email it was made with',
  access: 'anyone',
  params: z.object({ ticketNumber: z.string().min(1).max(60) }),
  query: z.object({ email: EmailAddress }),
  replies: { 200: z.object({ ticket: Ticket, responses: z.array(TicketResponse) }) },
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
  // A page polls it every five seconds. Rate limited per ticket, so that one client cannot lock out others on the
  // same network.
  limit: { points: 300, windowSeconds: 60, field: 'ticketNumber' },
});

export const respondAsCustomer = defineRoute({
  service: 'svc-support',
  method: 'POST',
  path: '/api/support/ticket/:ticketNumber/response',
  summary: "The customer's reply; reopens a resolved ticket, a closed one refuses",
  access: 'anyone',
  fromTenants: true,
  params: z.object({ ticketNumber: z.string().min(1).max(60) }),
  body: z.object({ message: ResponseText, email: EmailAddress }),
  replies: { 201: Message },
  errors: ['NOT_FOUND', 'TICKET_CLOSED', 'RATE_LIMITED'],
  limit: { points: 30, windowSeconds: 3600, field: 'email' },
});

/** Idempotent. */
export const confirmTicketAddress = defineRoute({
  service: 'svc-support',
  method: 'POST',
  path: '/api/support/ticket/:ticketNumber/confirmation',
  summary: 'Confirms the address of a ticket with the secret of a link that was mailed to it',
  access: 'anyone',
  fromTenants: true,
  params: z.object({ ticketNumber: z.string().min(1).max(60) }),
  body: z.object({ email: EmailAddress, secret: z.string().min(1).max(300) }),
  replies: { 200: Message },
  errors: ['NOT_FOUND', 'VERIFICATION_LINK_INVALID', 'RATE_LIMITED'],
  limit: { points: 30, windowSeconds: 3600, field: 'email' },
  repeatable: true,
});

export const listDeskTickets = defineRoute({
  service: 'svc-support',
  method: 'GET',
  path: '/api/admin/support-tickets',
  summary: 'All tickets, by status and then by the most recent change or by urgency',
  access: 'staff',
  query: z.object({
    status: TicketStatus.optional(),
    /** Only waiting customers of any status, sorted by priority and waiting time. */
    customerWaiting: z.literal('true').optional(),
    /** Part of the subject, name or address, or the beginning of a ticket number. */
    search: SearchText,
    sort: TicketSort.default('updated'),
    limit: z.coerce.number().int().min(1).max(500).default(200),
    /** Number of tickets to skip, for the pages after the first. */
    skip: z.coerce.number().int().min(0).max(100_000).default(0),
  }),
  replies: { 200: z.array(DeskTicket) },
  errors: [],
});

/** Counts for all filters of the desk in one call. */
export const countDeskTickets = defineRoute({
  service: 'svc-support',
  method: 'GET',
  path: '/api/admin/support-tickets/summary',
  summary: 'How many tickets there are of each status, and how many customers wait',
  access: 'staff',
  query: z.object({ search: SearchText }),
  replies: { 200: z.object({ byStatus: z.record(TicketStatus, z.int()), waiting: z.int() }) },
  errors: [],
});

export const getDeskTicket = defineRoute({
  service: 'svc-support',
  method: 'GET',
  path: '/api/admin/support-tickets/:id',
  summary: 'Reads a ticket with its conversation',
  access: 'staff',
  audited: 'hourly',
  params: z.object({ id: z.string().max(60) }),
  replies: { 200: DeskTicket.extend({ responses: z.array(TicketResponse) }) },
  errors: ['NOT_FOUND'],
});

export const updateDeskTicket = defineRoute({
  service: 'svc-support',
  method: 'PUT',
  path: '/api/admin/support-tickets/:id',
  summary: "Changes a ticket's status or priority",
  access: 'staff',
  params: z.object({ id: z.string().max(60) }),
  body: z
    .strictObject({
      status: TicketStatus.optional(),
      priority: TicketPriority.optional(),
      /** The displayed `updatedAt` of the ticket. The change is refused if the customer has replied since. */
      seenAt: z.iso.datetime().optional(),
    })
    .refine(
      ({ status, priority }) => status !== undefined || priority !== undefined,
      'must name a status or a priority',
    ),
  replies: { 200: DeskTicket },
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const respondAsStaff = defineRoute({
  service: 'svc-support',
  method: 'POST',
  path: '/api/admin/support-tickets/:id/responses',
  summary: 'Answers the customer, who is notified by email',
  access: 'staff',
  params: z.object({ id: z.string().max(60) }),
  body: z.strictObject({
    message: ResponseText,
    /** The displayed `updatedAt` of the ticket. The reply is refused if a colleague has replied since. */
    seenAt: z.iso.datetime().optional(),
  }),
  replies: { 201: TicketResponse },
  errors: ['NOT_FOUND', 'TICKET_CLOSED', 'CONFLICT'],
});
