import type { MailFailure } from '@leadping/contracts/support/mail-events';
import type { SealedPlace } from '@leadping/service-kit/data/sealed-text';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection } from 'mongoose';

/** What the mail is for; Postmark groups its statistics by it. */
export const MAIL_KINDS = [
  'license-key',
  'license-status',
  'invitation',
  'account',
  'order-notice',
  'ticket',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** One effect: `queued`, then `leased` to whoever sends it, then `sent` or, where it never can be, `failed`. */
export interface Mail {
  /** The effect's id: the same effect asked for twice is one mail. */
  _id: string;
  kind: MailKind;
  /** As it was typed; empty where nobody knows an address. */
  to: string;
  /** The canonical form of `to`, to find mails by. */
  toKey: string;
  /** The name in From. */
  senderName: string;
  /** Subject, text and HTML, sealed: keys and passwords are in it. Gone once the mail is settled. */
  sealedContent?: string;
  state: 'queued' | 'leased' | 'sent' | 'failed';
  /** When it must be looked at: to send it, or to ask what became of it. Absent once it is settled. */
  nextAttemptAt?: Date;
  /** Names the lease: who lost it to another cannot settle the mail. */
  leaseId?: string;
  /** The time until which the recipient's limit delays the mail. */
  delayedUntil?: Date;
  attempts: number;
  /** The license whose key it carries: the outcome is published. */
  licenseId?: string;
  orderId?: string;
  /** Of the event that it is for. */
  traceparent?: string;
  messageId?: string;
  error?: string;
  /** Of a failed one; absent where it was withdrawn, or failed in an older release. */
  cause?: MailFailure;
  /** The effects that a digest lists. Kept when its content is deleted. */
  noticeIds?: string[];
  /** A failed one that was to go to nobody any more. */
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
    sealedContent: String,
    state: { type: String, required: true },
    nextAttemptAt: Date,
    leaseId: String,
    delayedUntil: Date,
    attempts: { type: Number, default: 0 },
    licenseId: String,
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
