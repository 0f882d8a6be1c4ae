import type { Role } from '@leadping/contracts/actor';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection, type Types } from 'mongoose';

export interface StoredPasskey {
  /** The id that browsers use. Unique across all accounts. */
  credentialId: string;
  /** The COSE key, base64url. */
  publicKey: string;
  /** The counter at the last use. It stays 0 for authenticators that do not count. */
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt?: Date;
}

export interface User {
  _id: Types.ObjectId;
  username: string;
  /** The user name in lower case: `Jane` and `jane` are the same name. */
  usernameKey: string;
  /** As typed; used for mails. */
  email: string;
  /** The canonical form of `email`. Not unique, because anyone can type any address. */
  emailKey: string;
  /** Incremented with every change of the address. Absent until the first. */
  emailRevision?: number;
  /** When the user changed the email themselves, within the hour before the latest change. */
  emailChanges?: Date[];
  /** `emailKey`, once the user has proven to own the mailbox. Unique across all accounts. */
  verifiedEmailKey?: string;
  /** The newest verification links, by the hash of their token. Each is valid for the address it was mailed to. */
  emailVerifications?: { tokenHash: string; emailKey: string; expiresAt: Date }[];
  firstName: string;
  lastName: string;
  role: Role;
  /** Present for resellers only. Each reseller has one user. */
  resellerId?: string;
  passwordHash: string;
  /** Present while the password is a mailed one that must be changed. After this time it opens nothing. */
  temporaryPasswordUntil?: Date;
  /**
   * Incremented in the same write as every change that ends all sessions. Sessions of an older generation are invalid.
   */
  sessionGeneration: number;
  /** The newest reset links, by the hash of their token. */
  resets?: { tokenHash: string; expiresAt: Date }[];
  passkeys?: StoredPasskey[];
  /** The authenticator app. Codes up to `lastUsedStep` (half minutes since 1970) are consumed. */
  authenticator?: { sealedSecret: string; lastUsedStep: number; createdAt: Date };
  /** Hashes of the unused recovery codes. */
  recoveryCodes?: string[];
  createdAt: Date;
  outbox?: OutboxEntry[];
}

/** Fields to unset so that they no longer open the account. */
export const SECOND_FACTORS_OF_USER = { passkeys: 1, authenticator: 1, recoveryCodes: 1 } as const;
export const MAILED_LINKS = { resets: 1, emailVerifications: 1 } as const;

/** Recovery codes do not count as a second factor: they replace a lost one. */
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

/** The unique field that an insert or update collided with; `null` for any other failure. */
export function takenField(error: unknown): (typeof UNIQUE_FIELDS)[number] | null {
  if (!isDuplicateKey(error)) return null;
  const { keyPattern } = error as { keyPattern?: Partial<Record<string, number>> };
  return UNIQUE_FIELDS.find((field) => keyPattern?.[field] !== undefined) ?? null;
}
