import type { MailFailure } from '@leadping/contracts/support/mail-events';
import type { SealedPlace } from '@leadping/service-kit/data/sealed-text';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection } from 'mongoose';

/** The purpose of a mail. Postmark groups its statistics by it. */
export const MAIL_KINDS = [
  'license-key',
  'license-status',
  'invitation',
  'account',
  'order-notice',
  'ticket',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * One effect: `queued`, then `leased` by the instance that sends it, then `sent`, or `failed` if it can never be sent.
 */
export interface Mail {
  /** The effect's id, so that an effect requested twice is one mail. */
  _id: string;
  kind: MailKind;
  /** As typed. Empty if no address is known. */
  to: string;
  /** The canonical form of `to`, to find mails by. */
  toKey: string;
  /** The sender's name in From. */
  senderName: string;
  /** Where answers go. Absent for our own address. */
  replyTo?: string;
  /** Subject, text and HTML, sealed because they contain keys and passwords. Deleted once the mail is settled. */
  sealedContent?: string;
  state: 'queued' | 'leased' | 'sent' | 'failed';
  /** When the mail is sent, or when its outcome is queried. Absent once it is settled. */
  nextAttemptAt?: Date;
  /** Id of the lease. An instance that lost the lease cannot settle the mail. */
  leaseId?: string;
  /** The time until which the recipient's limit delays the mail. */
  delayedUntil?: Date;
  attempts: number;
  /** The license whose key the mail contains. Its outcome is published. */
  licenseId?: string;
  /** The number of that key. Absent on mails of an older release, which is 1. */
  keyNumber?: number;
  orderId?: string;
  /** Trace of the event that caused the mail. */
  traceparent?: string;
  messageId?: string;
  error?: string;
  /** Cause of a failure. Absent if the mail was withdrawn, or failed in an older release. */
  cause?: MailFailure;
  /** The effects that a digest lists. Kept when its content is deleted. */
  noticeIds?: string[];
  /** A failed mail that was not to be sent any more. */
  isWithdrawn?: boolean;
  settledAt?: Date;
  createdAt: Date;
  outbox?: OutboxEntry[];
}

export const mailContentPlace = (effectId: string): SealedPlace => `mails/${effectId}/content`;

const schema = new Schema<Mail>(
  {
    _id: String,
    kind: { type: String, required: true },
    to: { type: String, default: '' },
    toKey: { type: String, default: '' },
    senderName: { type: String, required: true },
    replyTo: String,
    sealedContent: String,
    state: { type: String, required: true },
    nextAttemptAt: Date,
    leaseId: String,
    delayedUntil: Date,
    attempts: { type: Number, default: 0 },
    licenseId: String,
    keyNumber: Number,
    orderId: String,
    traceparent: String,
    messageId: String,
    error: String,
    cause: String,
    noticeIds: { type: [String], default: undefined },
    isWithdrawn: Boolean,
    settledAt: Date,
  },
  { timestamps: { createdAt: true, updatedAt: false } },
);
schema.index({ nextAttemptAt: 1 }, { sparse: true });
schema.index({ toKey: 1, nextAttemptAt: 1 });
schema.index({ licenseId: 1 }, { sparse: true });
schema.index({ toKey: 1, createdAt: -1 });

export type Mails = OutboxModel<Mail>;

export function mailModel(database: Connection): Mails {
  return outboxModel(database, 'Mail', schema, 'mails');
}
