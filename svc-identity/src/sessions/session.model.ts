import { Schema, type Connection, type Model, type Types } from 'mongoose';

export interface Session {
  /** The hash of the token in the cookie: who reads the database cannot sign in with what is found there. */
  _id: string;
  userId: Types.ObjectId;
  /** The user's `sessionGeneration` at sign-in. */
  generation: number;
  signedInAt: Date;
  expiresAt: Date;
}

const schema = new Schema<Session>({
  _id: String,
  userId: { type: Schema.Types.ObjectId, required: true, index: true },
  generation: { type: Number, required: true },
  signedInAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function sessionModel(database: Connection): Model<Session> {
  return database.model<Session>('Session', schema, 'sessions');
}
