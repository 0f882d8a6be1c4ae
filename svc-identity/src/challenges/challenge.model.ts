import { Schema, type Connection, type Model, type Types } from 'mongoose';

/** Something that a browser or a session has begun and must complete within minutes; completing it uses it up. */
export interface Challenge {
  /** What for, and the hash of whose: a browser or a session has one of each purpose. */
  _id: string;
  /** Absent where nobody is known yet. */
  userId?: Types.ObjectId;
  /** The user's `sessionGeneration`: a new password voids a sign-in that was begun with the old one. */
  generation?: number;
  /** What a passkey has to sign. */
  nonce?: string;
  /** Of an authenticator app that is being set up. */
  sealedSecret?: string;
  expiresAt: Date;
}

const schema = new Schema<Challenge>({
  _id: String,
  userId: { type: Schema.Types.ObjectId, index: true },
  generation: Number,
  nonce: String,
  sealedSecret: String,
  expiresAt: { type: Date, required: true },
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function challengeModel(database: Connection): Model<Challenge> {
  return database.model<Challenge>('Challenge', schema, 'sign_in_challenges');
}
