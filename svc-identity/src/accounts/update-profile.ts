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

/** Saves the name, and the email by the rules of its own call: the profile is no way around them. */
export async function updateProfile(
  identity: IdentityContext,
  { user, actor, profile }: { user: User; actor: Actor; profile: Profile },
): Promise<User> {
  const { email, firstName, lastName } = profile;
  if (email !== user.email) {
    requireFreshSession(actor);
    await changeEmail(identity, user, email);
  }
  const saved = await identity.users
    .findOneAndUpdate({ _id: user._id }, { $set: { firstName, lastName } }, { returnDocument: 'after' })
    .lean();
  if (!saved) throw new DomainError('UNAUTHENTICATED', 'Unauthorized');
  recordChange({
    target: saved._id.toString(),
    before: { email: user.email, firstName: user.firstName, lastName: user.lastName },
    after: { email: saved.email, firstName, lastName },
  });
  return saved;
}
