import { DomainError } from '@leadping/service-kit/domain-error';
import type { IdentityContext } from '../context.ts';
import { getUserOfReseller } from '../invitations/resend-credentials.ts';
import { findByVerifiedEmail } from '../users/find-by-email.ts';
import type { User } from '../users/user.model.ts';
import { changeEmail } from './change-email.ts';

/**
 * Changes the address of a reseller's sign-in on behalf of an admin. If the password is still the one that was mailed
 * to the old address, it becomes invalid, because that address may be a stranger's. New credentials must then be sent.
 * @throws {DomainError} NOT_FOUND, or EMAIL_TAKEN: admins may know who has an account, so they get a clear error
 * instead of a mail to its owner
 */
export async function changeResellerEmail(
  identity: IdentityContext,
  { resellerId, email }: { resellerId: string; email: string },
): Promise<User> {
  const user = await getUserOfReseller(identity, resellerId);
  const owner = await findByVerifiedEmail(identity, email);
  if (owner && !owner._id.equals(user._id)) {
    throw new DomainError('EMAIL_TAKEN', 'An account with this email already exists.', { field: 'email' });
  }
  return changeEmail(identity, user, email, { isByAdmin: true });
}
