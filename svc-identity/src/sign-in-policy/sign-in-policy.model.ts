import { Schema, type Connection, type Model } from 'mongoose';

/** The sign-in policy: a single document, absent before the first change. A rule is absent until it is set. */
export interface SignInPolicy {
  _id: 'policy';
  adminsNeedSecondFactor?: boolean;
  supportNeedsSecondFactor?: boolean;
  resellersNeedSecondFactor?: boolean;
  /** Set by versions that had one rule for support and resellers. */
  othersNeedSecondFactor?: boolean;
  /** User name of the admin who changed it last. */
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
