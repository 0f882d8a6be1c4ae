import { orderPaid } from '@leadping/contracts/commerce/order-events';
import * as requests from '@leadping/contracts/identity/requests';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { changeEmail } from '../accounts/change-email.ts';
import { findByVerifiedEmail } from '../users/find-by-email.ts';
import { toResellerUser } from '../users/user-reply.ts';
import { inviteUser } from './invite-user.ts';
import { onOrderPaid } from './on-order-paid.ts';
import { getUserOfReseller, resendCredentials } from './resend-credentials.ts';
import { withdrawResellerRights } from './withdraw-reseller-rights.ts';

/** Commerce's requests about the sign-ins of resellers, and the event that creates one. */
export function registerInvitations(identity: IdentityContext, consume: Consumers['consume']): void {
  const { bus, users } = identity;
  consume(orderPaid, (order) => onOrderPaid(identity, order));
  bus.respond(requests.inviteUser, async (invitation) => {
    const { user, outcome } = await inviteUser(identity, invitation);
    return { user: toResellerUser(user), outcome };
  });
  bus.respond(requests.resendCredentials, async (request) => ({
    user: toResellerUser(await resendCredentials(identity, request)),
  }));
  bus.respond(requests.findResellerUsers, async ({ resellerIds }) => {
    const found = await users.find({ resellerId: trusted({ $in: resellerIds }) }).lean();
    return { users: found.map(toResellerUser) };
  });
  bus.respond(requests.changeResellerEmail, async ({ resellerId, email }) => {
    const user = await getUserOfReseller(identity, resellerId);
    const owner = await findByVerifiedEmail(users, email);
    // Admins may know who has an account, so they get a clear error instead of a mail to its owner.
    if (owner && !owner._id.equals(user._id)) {
      throw new DomainError('EMAIL_TAKEN', 'An account with this email already exists.');
    }
    return { user: toResellerUser(await changeEmail(identity, user, email)) };
  });
  bus.respond(requests.withdrawResellerRights, async ({ resellerId }) => {
    await withdrawResellerRights(identity, resellerId);
    return {};
  });
}
