import { Schema, type Connection, type Model } from 'mongoose';

/** What sign-in demands; there is one, or none before the first change. */
export interface SignInPolicy {
  _id: 'policy';
  /** Each of the two is absent before it was first set. */
  adminsNeedSecondFactor?: boolean;
  /** Of resellers and support staff. */
  othersNeedSecondFactor?: boolean;
  /** A user name. */
  by: string;
  at: Date;
}

const schema = new Schema<SignInPolicy>({
  _id: String,
  adminsNeedSecondFactor: Boolean,
  othersNeedSecondFactor: Boolean,
  by: { type: String, required: true },
  at: { type: Date, required: true },
});

export function signInPolicyModel(database: Connection): Model<SignInPolicy> {
  return database.model<SignInPolicy>('SignInPolicy', schema, 'sign_in_policy');
}
