import type { Actor } from '@leadping/contracts/actor';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { requireFreshSession } from '@leadping/service-kit/http/routes';
import type { IdentityContext } from '../context.ts';
import { changeEmail } from './change-email.ts';
import type { User } from '../users/user.model.ts';

interface Profile {
  email: string;
  firstName: string;
  lastName: string;
}

/** Saves the name, and a new email with it by the rules of its own call: the profile is no way around them. */
export async function updateProfile(
  identity: IdentityContext,
  { user, actor, profile }: { user: User; actor: Actor; profile: Profile },
): Promise<User> {
  const { email, ...names } = profile;
  if (email === user.email) return saveNames(identity, user, names);
  requireFreshSession(actor);
  return changeEmail(identity, user, email, { names });
}

async function saveNames(
  { users }: IdentityContext,
  user: User,
  names: Omit<Profile, 'email'>,
): Promise<User> {
  const saved = await users
    .findOneAndUpdate({ _id: user._id }, { $set: names }, { returnDocument: 'after' })
    .lean();
  if (!saved) throw new DomainError('UNAUTHENTICATED', 'Unauthorized');
  const { firstName, lastName } = user;
  recordChange({ target: user._id.toString(), before: { firstName, lastName }, after: names });
  return saved;
}
