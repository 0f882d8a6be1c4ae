import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection } from 'mongoose';

/** A change of a customer's address. It takes effect when both addresses have confirmed it. */
export interface AddressChange {
  _id: string;
  email: string;
  /** The canonical forms. */
  emailKey: string;
  newEmail: string;
  newEmailKey: string;
  /** Hashes of the tokens that were mailed to the current and the new address. */
  tokenHash: string;
  newTokenHash: string;
  confirmedAt?: Date;
  newConfirmedAt?: Date;
  expiresAt: Date;
  outbox?: OutboxEntry[];
}

const schema = new Schema<AddressChange>({
  _id: String,
  email: { type: String, required: true },
  emailKey: { type: String, required: true, index: true },
  newEmail: { type: String, required: true },
  newEmailKey: { type: String, required: true, index: true },
  tokenHash: { type: String, required: true, index: true },
  newTokenHash: { type: String, required: true, index: true },
  confirmedAt: Date,
  newConfirmedAt: Date,
  expiresAt: { type: Date, required: true },
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type AddressChanges = OutboxModel<AddressChange>;

export function addressChangeModel(database: Connection): AddressChanges {
  return outboxModel(database, 'AddressChange', schema, 'address_changes');
}
