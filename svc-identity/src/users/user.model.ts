import type { Role } from '@leadping/contracts/actor';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection, type Types } from 'mongoose';

export interface StoredPasskey {
  /** As browsers name it; of all accounts one has it. */
  credentialId: string;
  /** The COSE key, base64url. */
  publicKey: string;
  /** Of the last use. Grows with each where the authenticator counts, else it stays 0. */
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt?: Date;
}

export interface User {
  _id: Types.ObjectId;
  username: string;
  /** The user name in lower case: `Jane` and `jane` are one name. */
  usernameKey: string;
  /** As it was typed: mails go there. */
  email: string;
  /** The canonical form of `email`. Anyone can type any address: several accounts may have the same. */
  emailKey: string;
  /** Grows with every other address; absent until the first. */
  emailRevision?: number;
  /** When the account changed its email itself, within the hour before the newest change. */
  emailChanges?: Date[];
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
  passkeys?: StoredPasskey[];
  /** The authenticator app. A code of `lastUsedStep` or an earlier one (half minutes since 1970) is used up. */
  authenticator?: { sealedSecret: string; lastUsedStep: number; createdAt: Date };
  /** Hashes of those that were not used. */
  recoveryCodes?: string[];
  createdAt: Date;
  outbox?: OutboxEntry[];
}

/** Unset, they open the account no longer. */
export const SECOND_FACTORS_OF_USER = { passkeys: 1, authenticator: 1, recoveryCodes: 1 } as const;
export const MAILED_LINKS = { resets: 1, emailVerifications: 1 } as const;

/** Recovery codes are none: they stand in for one that is lost. */
export function hasSecondFactor({ passkeys, authenticator }: User): boolean {
  return (passkeys?.length ?? 0) > 0 || authenticator !== undefined;
}

const passkeySchema = new Schema<StoredPasskey>(
  {
    credentialId: { type: String, required: true },
    publicKey: { type: String, required: true },
    counter: { type: Number, required: true },
    transports: [String],
    name: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: Date,
  },
  { _id: false },
);

const authenticatorSchema = new Schema<NonNullable<User['authenticator']>>(
  {
    sealedSecret: { type: String, required: true },
    lastUsedStep: { type: Number, required: true },
    createdAt: { type: Date, required: true },
  },
  { _id: false },
);

const schema = new Schema<User>({
  username: { type: String, required: true },
  usernameKey: { type: String, required: true, unique: true },
  email: { type: String, required: true },
  emailKey: { type: String, required: true, index: true },
  emailRevision: Number,
  emailChanges: { type: [Date], default: undefined },
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
  passkeys: { type: [passkeySchema], default: undefined },
  authenticator: { type: authenticatorSchema, default: undefined },
  recoveryCodes: { type: [String], default: undefined },
  createdAt: { type: Date, default: () => new Date() },
});
schema.index({ verifiedEmailKey: 1 }, { unique: true, sparse: true });
schema.index({ resellerId: 1 }, { unique: true, sparse: true });
schema.index({ 'resets.tokenHash': 1 }, { sparse: true });
schema.index({ 'passkeys.credentialId': 1 }, { unique: true, sparse: true });

export function userModel(database: Connection): OutboxModel<User> {
  return outboxModel(database, 'User', schema, 'users');
}

const UNIQUE_FIELDS = [
  'usernameKey',
  'verifiedEmailKey',
  'resellerId',
  'passkeys.credentialId',
  '_id',
] as const;

/** Which unique field of a user an insert or update collided with; `null` for any other failure. */
export function takenField(error: unknown): (typeof UNIQUE_FIELDS)[number] | null {
  if (!isDuplicateKey(error)) return null;
  const { keyPattern } = error as { keyPattern?: Partial<Record<string, number>> };
  return UNIQUE_FIELDS.find((field) => keyPattern?.[field] !== undefined) ?? null;
}
