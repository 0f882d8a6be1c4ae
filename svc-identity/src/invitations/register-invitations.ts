import { orderPaid } from '@leadping/contracts/commerce/order-events';
import * as questions from '@leadping/contracts/identity/questions';
import type { Consumers } from '@leadping/service-kit/consumers';
import { trusted } from 'mongoose';
import type { Identity } from '../identity.ts';
import { changeEmail } from '../users/change-email.ts';
import { toResellerUser } from '../users/user-reply.ts';
import { inviteUser } from './invite-user.ts';
import { onOrderPaid } from './on-order-paid.ts';
import { getUserOfReseller, resendCredentials } from './resend-credentials.ts';
import { withdrawResellerRights } from './withdraw-reseller-rights.ts';

/** What commerce asks about the sign-ins of resellers, and the event that makes one. */
export function registerInvitations(identity: Identity, consume: Consumers['consume']): void {
  const { bus, users } = identity;
  consume(orderPaid, (order) => onOrderPaid(identity, order));
  bus.answer(questions.inviteUser, async (invitation) => {
    const { user, outcome } = await inviteUser(identity, invitation);
    return { user: toResellerUser(user), outcome };
  });
  bus.answer(questions.resendCredentials, async (question) => ({
    user: toResellerUser(await resendCredentials(identity, question)),
  }));
  bus.answer(questions.findResellerUsers, async ({ resellerIds }) => {
    const found = await users.find({ resellerId: trusted({ $in: resellerIds }) }).lean();
    return { users: found.map(toResellerUser) };
  });
  bus.answer(questions.changeResellerEmail, async ({ resellerId, email }) => ({
    user: toResellerUser(await changeEmail(identity, await getUserOfReseller(identity, resellerId), email)),
  }));
  bus.answer(questions.withdrawResellerRights, async ({ resellerId }) => {
    await withdrawResellerRights(identity, resellerId);
    return {};
  });
}
