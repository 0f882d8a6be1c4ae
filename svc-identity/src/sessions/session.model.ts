import { Schema, type Connection, type Model, type Types } from 'mongoose';

export interface Session {
  /** Hash of the cookie's token, so that a reader of the database cannot sign in with it. */
  _id: string;
  userId: Types.ObjectId;
  /** The user's `sessionGeneration` at sign-in. */
  generation: number;
  signedInAt: Date;
  /** The user signed in with a second factor too. */
  hasSecondFactor?: boolean;
  /** The address at sign-in, for the owner's list of sessions. */
  address?: string;
  userAgent?: string;
  /** Time of the last use that extended the session. */
  usedAt?: Date;
  expiresAt: Date;
}

const schema = new Schema<Session>({
  _id: String,
  userId: { type: Schema.Types.ObjectId, required: true, index: true },
  generation: { type: Number, required: true },
  signedInAt: { type: Date, required: true },
  hasSecondFactor: Boolean,
  address: String,
  userAgent: String,
  usedAt: Date,
  expiresAt: { type: Date, required: true },
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function sessionModel(database: Connection): Model<Session> {
  return database.model<Session>('Session', schema, 'sessions');
}
