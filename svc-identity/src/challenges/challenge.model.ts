import { Schema, type Connection, type Model, type Types } from 'mongoose';

/**
 * A step that a browser or a session has begun and must complete within minutes. Completing it consumes the challenge.
 */
export interface Challenge {
  /** The purpose and the hash of the browser or session, which has one challenge per purpose. */
  _id: string;
  /** Absent if the user is not known yet. */
  userId?: Types.ObjectId;
  /** The user's `sessionGeneration`. A new password voids a sign-in that began with the old one. */
  generation?: number;
  /** The value that a passkey must sign. */
  nonce?: string;
  /** The secret of an authenticator app that is being set up. */
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
