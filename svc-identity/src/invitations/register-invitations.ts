import { orderPaid } from '@leadping/contracts/commerce/order-events';
import * as requests from '@leadping/contracts/identity/requests';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { changeEmail } from '../users/change-email.ts';
import { toResellerUser } from '../users/user-reply.ts';
import { inviteUser } from './invite-user.ts';
import { onOrderPaid } from './on-order-paid.ts';
import { getUserOfReseller, resendCredentials } from './resend-credentials.ts';
import { withdrawResellerRights } from './withdraw-reseller-rights.ts';

/** What commerce asks about the sign-ins of resellers, and the event that makes one. */
export function registerInvitations(identity: IdentityContext, consume: Consumers['consume']): void {
  const { bus, users } = identity;
  consume(orderPaid, (order) => onOrderPaid(identity, order));
  bus.respond(requests.inviteUser, async (invitation) => {
    const { user, outcome } = await inviteUser(identity, invitation);
    return { user: toResellerUser(user), outcome };
  });
  bus.respond(requests.resendCredentials, async (question) => ({
    user: toResellerUser(await resendCredentials(identity, question)),
  }));
  bus.respond(requests.findResellerUsers, async ({ resellerIds }) => {
    const found = await users.find({ resellerId: trusted({ $in: resellerIds }) }).lean();
    return { users: found.map(toResellerUser) };
  });
  bus.respond(requests.changeResellerEmail, async ({ resellerId, email }) => ({
    user: toResellerUser(await changeEmail(identity, await getUserOfReseller(identity, resellerId), email)),
  }));
  bus.respond(requests.withdrawResellerRights, async ({ resellerId }) => {
    await withdrawResellerRights(identity, resellerId);
    return {};
  });
}
