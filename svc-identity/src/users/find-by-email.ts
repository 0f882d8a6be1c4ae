import { canonicalEmail } from '@leadping/contracts/email-address';
import type { IdentityContext } from '../context.ts';
import type { User } from './user.model.ts';

/** The account that has verified this address, else the newest that only claims it. */
export async function findByEmail(
  identity: Pick<IdentityContext, 'users'>,
  email: string,
): Promise<User | null> {
  const emailKey = canonicalEmail(email);
  const verified = await findByVerifiedEmail(identity, email);
  return verified ?? identity.users.findOne({ emailKey }).sort({ createdAt: -1, _id: -1 }).lean();
}

export async function findByVerifiedEmail(
  { users }: Pick<IdentityContext, 'users'>,
  email: string,
): Promise<User | null> {
  return users.findOne({ verifiedEmailKey: canonicalEmail(email) }).lean();
}
