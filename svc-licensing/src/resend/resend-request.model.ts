import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** A request for the keys of an address. Written for every address, so that all get the same reply. */
export interface ResendRequest {
  _id: Types.ObjectId;
  /** The canonical form. */
  emailKey: string;
  requestedAt: Date;
  /** Absent until it was handled. */
  handledAt?: Date;
  /** When keys were mailed for the request. Absent if there were none, or others had been mailed shortly before. */
  sentAt?: Date;
  /** When the record may go. */
  expiresAt: Date;
}

const schema = new Schema<ResendRequest>({
  emailKey: { type: String, required: true },
  requestedAt: { type: Date, required: true },
  handledAt: Date,
  sentAt: Date,
  expiresAt: { type: Date, required: true },
});
schema.index({ handledAt: 1, requestedAt: 1 });
schema.index({ emailKey: 1, sentAt: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type ResendRequests = Model<ResendRequest>;

export function resendRequestModel(database: Connection): ResendRequests {
  return database.model<ResendRequest>('ResendRequest', schema, 'resend_requests');
}
