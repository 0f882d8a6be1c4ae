import { Schema, type Connection, type Model } from 'mongoose';

/** What sign-in demands; there is one, or none before the first change. A rule is absent before it was first set. */
export interface SignInPolicy {
  _id: 'policy';
  adminsNeedSecondFactor?: boolean;
  supportNeedsSecondFactor?: boolean;
  resellersNeedSecondFactor?: boolean;
  /** Set by versions that had one rule for support and resellers. */
  othersNeedSecondFactor?: boolean;
  /** A user name. */
  by: string;
  at: Date;
}

const schema = new Schema<SignInPolicy>({
  _id: String,
  adminsNeedSecondFactor: Boolean,
  supportNeedsSecondFactor: Boolean,
  resellersNeedSecondFactor: Boolean,
  othersNeedSecondFactor: Boolean,
  by: { type: String, required: true },
  at: { type: Date, required: true },
});

export function signInPolicyModel(database: Connection): Model<SignInPolicy> {
  return database.model<SignInPolicy>('SignInPolicy', schema, 'sign_in_policy');
}
