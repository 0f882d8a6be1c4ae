import { z } from 'zod';

/** The primary sort order of the desk. */
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
 * The order within a status. `updated`: the most recently updated first. `pressing`: by priority, then by waiting
 * time. Tickets without a waiting customer are sorted as in `updated`.
 */
export const TICKET_SORTS = ['updated', 'pressing'] as const;
export const TicketSort = z.enum(TICKET_SORTS);
export type TicketSort = z.infer<typeof TicketSort>;

/** A ticket as its owner sees it. */
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
  /** The staff member who replied. Null for replies of the customer and of deleted staff accounts. */
  respondedBy: z.object({ username: z.string() }).nullable(),
});
export type TicketResponse = z.infer<typeof TicketResponse>;

/** A ticket as the support desk sees it. */
export const DeskTicket = Ticket.extend({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /**
   * Whether a mailed link proved that the address is the sender's. Until then the desk shows no orders, devices or
   * mails.
   */
  isAddressConfirmed: z.boolean(),
  /** The customer's license key, masked. An invalid key is shown only as the kind of its fault. */
  licenseKey: z
    .object({ masked: z.string().nullable(), fault: z.enum(['malformed', 'mistyped']).nullable() })
    .nullable(),
  category: TicketCategory,
  assignedTo: z.string().nullable(),
  /** Whether the last message is the customer's and the ticket is neither resolved nor closed. */
  customerWaiting: z.boolean(),
  /** Time of the first unanswered message. Null if no customer waits. */
  waitingSince: z.iso.datetime().nullable(),
});
export type DeskTicket = z.infer<typeof DeskTicket>;
