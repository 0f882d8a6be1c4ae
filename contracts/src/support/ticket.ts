import { z } from 'zod';

/** Every order of the desk begins with this one. */
export const TICKET_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const;
export const TicketStatus = z.enum(TICKET_STATUSES);
export type TicketStatus = z.infer<typeof TicketStatus>;

export const TICKET_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export const TicketPriority = z.enum(TICKET_PRIORITIES);
export type TicketPriority = z.infer<typeof TicketPriority>;

export const TICKET_CATEGORIES = [
  'installation',
  'licensing',
  'integration',
  'technical',
  'billing',
  'feature',
  'other',
] as const;
export const TicketCategory = z.enum(TICKET_CATEGORIES);
export type TicketCategory = z.infer<typeof TicketCategory>;

/**
 * Within a status. `updated`: the most recently updated first. `pressing`: the highest priority first and in it whoever
 * waits longest for a reply; settled tickets, for which nobody waits, as in `updated`.
 */
export const TICKET_SORTS = ['updated', 'pressing'] as const;
export const TicketSort = z.enum(TICKET_SORTS);
export type TicketSort = z.infer<typeof TicketSort>;

/** What its owner reads of a ticket. */
export const Ticket = z.object({
  ticketNumber: z.string(),
  subject: z.string(),
  message: z.string(),
  status: TicketStatus,
  priority: TicketPriority,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Ticket = z.infer<typeof Ticket>;

export const TicketResponse = z.object({
  id: z.string(),
  message: z.string(),
  isCustomerResponse: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Who of the staff replied; null for the customer's own and for staff whose account is gone. */
  respondedBy: z.object({ username: z.string() }).nullable(),
});
export type TicketResponse = z.infer<typeof TicketResponse>;

/** What the desk reads of a ticket. */
export const DeskTicket = Ticket.extend({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Whether a mailed link proved that the address is the sender's. Until then the desk shows no orders, devices or mails. */
  isAddressConfirmed: z.boolean(),
  /** As the customer gave it, without what opens the product; a key that is none is named by its fault. */
  licenseKey: z
    .object({ masked: z.string().nullable(), fault: z.enum(['malformed', 'mistyped']).nullable() })
    .nullable(),
  category: TicketCategory,
  assignedTo: z.string().nullable(),
  /** The last message is the customer's and the ticket is neither resolved nor closed. */
  customerWaiting: z.boolean(),
  /** Of the first message that nobody has replied to; null where no customer waits. */
  waitingSince: z.iso.datetime().nullable(),
});
export type DeskTicket = z.infer<typeof DeskTicket>;
