import * as requests from '@leadping/contracts/identity/requests';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import type { IdentityContext } from './context.ts';
import { changeEmail } from './accounts/change-email.ts';
import { resolveSession } from './sessions/resolve-session.ts';
import { findByVerifiedEmail } from './users/find-by-email.ts';
import { showResellerUser } from './users/show-user.ts';
import { inviteUser } from './invitations/invite-user.ts';
import { getUserOfReseller, resendCredentials } from './invitations/resend-credentials.ts';
import { withdrawResellerRights } from './invitations/withdraw-reseller-rights.ts';

/** What the gateway requests of sessions, and commerce of the sign-ins of resellers. */
export function registerRequests(identity: IdentityContext): void {
  const { bus, users } = identity;
  bus.respond(requests.resolveSession, ({ token }) => resolveSession(identity, token));
  bus.respond(requests.inviteUser, async (invitation) => {
    const { user, outcome } = await inviteUser(identity, invitation);
    return { user: showResellerUser(user), outcome };
  });
  bus.respond(requests.resendCredentials, async (request) => ({
    user: showResellerUser(await resendCredentials(identity, request)),
  }));
  bus.respond(requests.findResellerUsers, async ({ resellerIds }) => {
    const found = await users.find({ resellerId: trusted({ $in: resellerIds }) }).lean();
    return { users: found.map(showResellerUser) };
  });
  bus.respond(requests.changeResellerEmail, async ({ resellerId, email }) => {
    const user = await getUserOfReseller(identity, resellerId);
    const owner = await findByVerifiedEmail(identity, email);
    // Admins may know who has an account, so they get a clear error instead of a mail to its owner.
    if (owner && !owner._id.equals(user._id)) {
      throw new DomainError('EMAIL_TAKEN', 'An account with this email already exists.');
    }
    return { user: showResellerUser(await changeEmail(identity, user, email)) };
  });
  bus.respond(requests.withdrawResellerRights, async ({ resellerId }) => {
    await withdrawResellerRights(identity, resellerId);
    return {};
  });
}
