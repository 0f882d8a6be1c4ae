import { Schema, type Connection, type Model } from 'mongoose';

/** How often in a row a password was tried for one account name, whether such an account exists or not. */
export interface SignInAttempts {
  /** A hash of the name: people type passwords into the wrong field. */
  _id: string;
  /** A hash of the name alone. */
  accountKey: string;
  failures: number;
  lastAt: Date;
  expiresAt: Date;
}

const schema = new Schema<SignInAttempts>({
  _id: String,
  accountKey: { type: String, required: true, index: true },
  failures: { type: Number, required: true },
  lastAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export function signInAttemptsModel(database: Connection): Model<SignInAttempts> {
  return database.model<SignInAttempts>('SignInAttempts', schema, 'sign_in_attempts');
}
