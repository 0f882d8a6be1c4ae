import { Schema, type Connection, type Model, type Types } from 'mongoose';

export interface Session {
  /** The hash of the token in the cookie: who reads the database cannot sign in with what is found there. */
  _id: string;
  userId: Types.ObjectId;
  /** The user's `sessionGeneration` at sign-in. */
  generation: number;
  signedInAt: Date;
  /** Whoever signed in proved a second factor too. */
  hasSecondFactor?: boolean;
  /** Where it signed in from, for its owner's list. */
  address?: string;
  userAgent?: string;
  /** Written when use prolongs it. */
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
