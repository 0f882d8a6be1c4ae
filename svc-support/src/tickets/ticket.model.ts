import type { SealedPlace } from '@leadping/service-kit/data/sealed-text';
import {
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  type TicketCategory,
  type TicketPriority,
  type TicketStatus,
} from '@leadping/contracts/support/ticket';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection, type Types } from 'mongoose';

export interface Response {
  _id: Types.ObjectId;
  message: string;
  isCustomerResponse: boolean;
  /** The user name of the staff member who replied. */
  respondedBy?: string;
  createdAt: Date;
}

/** A ticket with its whole conversation. Every change is one write with the event that announces it. */
export interface StoredTicket {
  _id: Types.ObjectId;
  ticketNumber: string;
  name: string;
  email: string;
  /** The canonical form of `email`. */
  emailKey: string;
  /** When the customer last moved the ticket to another address of theirs. Absent if they never did. */
  emailChangedAt?: Date;
  /** When a mailed link proved that the sender owns the address. Absent until then. */
  confirmedAt?: Date;
  /** Hash of the sender's idempotency key and of the request. Absent without a key. */
  idempotencyHash?: string;
  /** Sealed, because a license key opens the product. */
  sealedLicenseKey?: string;
  category: TicketCategory;
  subject: string;
  message: string;
  priority: TicketPriority;
  status: TicketStatus;
  /** Rank of the status in the desk's sort order, for the index. */
  statusRank: number;
  customerWaiting: boolean;
  /**
   * Time of the first message without a reply, or of the last change if the customer does not wait. Absent on the
   * oldest tickets.
   */
  waitingSince?: Date;
  /** Rank by priority and then by whether the customer waits, for the index. */
  deskRank?: number;
  assignedTo: string | null;
  responses: Response[];
  /** Incremented with each change. A writer that saw an older version reads again. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
  outbox?: OutboxEntry[];
}

const schema = new Schema<StoredTicket>({
  ticketNumber: { type: String, required: true },
  name: { type: String, required: true },
  email: { type: String, required: true },
  emailKey: { type: String, required: true },
  emailChangedAt: Date,
  confirmedAt: Date,
  idempotencyHash: String,
  sealedLicenseKey: String,
  category: { type: String, required: true },
  subject: { type: String, required: true },
  message: { type: String, required: true },
  priority: { type: String, required: true },
  status: { type: String, required: true },
  statusRank: { type: Number, required: true },
  customerWaiting: { type: Boolean, required: true },
  waitingSince: Date,
  deskRank: Number,
  assignedTo: { type: String, default: null },
  responses: {
    type: [{ message: String, isCustomerResponse: Boolean, respondedBy: String, createdAt: Date }],
    default: [],
  },
  version: { type: Number, default: 1 },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
});
schema.index({ ticketNumber: 1 }, { unique: true });
schema.index({ statusRank: 1, updatedAt: -1 });
schema.index({ statusRank: 1, deskRank: 1, waitingSince: 1 });
schema.index({ customerWaiting: 1, deskRank: 1, waitingSince: 1 });
schema.index({ emailKey: 1, createdAt: -1 });
schema.index({ idempotencyHash: 1 }, { unique: true, sparse: true });

export type Tickets = OutboxModel<StoredTicket>;

export function ticketModel(database: Connection): Tickets {
  return outboxModel(database, 'Ticket', schema, 'tickets');
}

export function rankOf(status: TicketStatus): number {
  return TICKET_STATUSES.indexOf(status);
}

const NORMAL = TICKET_PRIORITIES.indexOf('normal');

/**
 * Ranks by priority, and within a priority puts waiting customers first. Until the address is confirmed the priority is
 * at most normal, because anybody can type an address and call a ticket urgent.
 */
export function deskRankOf({
  priority,
  customerWaiting,
  confirmedAt,
}: Pick<StoredTicket, 'priority' | 'customerWaiting' | 'confirmedAt'>): number {
  const asked = TICKET_PRIORITIES.indexOf(priority);
  const fromHighest = TICKET_PRIORITIES.length - 1 - (confirmedAt ? asked : Math.min(asked, NORMAL));
  return fromHighest * 2 + Number(!customerWaiting);
}

export const ticketKeyPlace = (ticketNumber: string): SealedPlace => `tickets/${ticketNumber}/license-key`;

export const ticketConfirmationPlace = (ticketNumber: string): SealedPlace =>
  `tickets/${ticketNumber}/confirmation`;
