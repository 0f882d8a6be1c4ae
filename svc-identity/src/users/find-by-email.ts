import { canonicalEmail } from '@leadping/contracts/email-address';
import { trusted, type QueryFilter } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import type { User } from './user.model.ts';

/**
 * The account that has verified this address, else the newest that only claims it: first of staff and resellers, because
 * anybody can register with an address that one of them has changed to and not verified yet.
 */
export async function findByEmail(
  identity: Pick<IdentityContext, 'users'>,
  email: string,
): Promise<User | null> {
  const emailKey = canonicalEmail(email);
  const verified = await findByVerifiedEmail(identity, email);
  if (verified) return verified;
  const newest = (filter: QueryFilter<User>) =>
    identity.users.findOne(filter).sort({ createdAt: -1, _id: -1 }).lean();
  const [withRole, any] = await Promise.all([
    newest({ emailKey, role: trusted({ $ne: 'other' as const }) }),
    newest({ emailKey }),
  ]);
  return withRole ?? any;
}

export async function findByVerifiedEmail(
  { users }: Pick<IdentityContext, 'users'>,
  email: string,
): Promise<User | null> {
  return users.findOne({ verifiedEmailKey: canonicalEmail(email) }).lean();
}
