import type { Role } from '@leadping/contracts/actor';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection, type Types } from 'mongoose';

export interface User {
  _id: Types.ObjectId;
  username: string;
  /** The user name in lower case: `Jane` and `jane` are one name. */
  usernameKey: string;
  /** As it was typed: mails go there. */
  email: string;
  /** The canonical form of `email`. Anyone can type any address: several accounts may have the same. */
  emailKey: string;
  /** `emailKey`, once the owner of the mailbox has proven to be the account's; of all accounts one has it. */
  verifiedEmailKey?: string;
  /** The newest verification links, by the hash of their token; each is good for the address it was mailed to. */
  emailVerifications?: { tokenHash: string; emailKey: string; expiresAt: Date }[];
  firstName: string;
  lastName: string;
  role: Role;
  /** Absent unless the user is a reseller; one user a reseller. */
  resellerId?: string;
  passwordHash: string;
  /** Present while the password is a mailed one that must be changed; it opens nothing after this time. */
  temporaryPasswordUntil?: Date;
  /** Grows in the same write as every change that ends all sessions; sessions of an older generation are dead. */
  sessionGeneration: number;
  /** The newest reset links, by the hash of their token. */
  resets?: { tokenHash: string; expiresAt: Date }[];
  createdAt: Date;
  outbox?: OutboxEntry[];
}

const schema = new Schema<User>({
  username: { type: String, required: true },
  usernameKey: { type: String, required: true, unique: true },
  email: { type: String, required: true },
  emailKey: { type: String, required: true, index: true },
  verifiedEmailKey: String,
  emailVerifications: {
    type: [{ _id: false, tokenHash: String, emailKey: String, expiresAt: Date }],
    default: undefined,
  },
  firstName: { type: String, default: '' },
  lastName: { type: String, default: '' },
  role: { type: String, required: true },
  resellerId: String,
  passwordHash: { type: String, required: true },
  temporaryPasswordUntil: Date,
  sessionGeneration: { type: Number, default: 0 },
  resets: { type: [{ _id: false, tokenHash: String, expiresAt: Date }], default: undefined },
  createdAt: { type: Date, default: () => new Date() },
});
schema.index({ verifiedEmailKey: 1 }, { unique: true, sparse: true });
schema.index({ resellerId: 1 }, { unique: true, sparse: true });
schema.index({ 'resets.tokenHash': 1 }, { sparse: true });

export function userModel(database: Connection): OutboxModel<User> {
  return outboxModel(database, 'User', schema, 'users');
}

const UNIQUE_FIELDS = ['usernameKey', 'verifiedEmailKey', 'resellerId', '_id'] as const;

/** Which unique field of a user an insert or update collided with; `null` for any other failure. */
export function takenField(error: unknown): (typeof UNIQUE_FIELDS)[number] | null {
  if (!isDuplicateKey(error)) return null;
  const { keyPattern } = error as { keyPattern?: Partial<Record<string, number>> };
  return UNIQUE_FIELDS.find((field) => keyPattern?.[field] !== undefined) ?? null;
}
