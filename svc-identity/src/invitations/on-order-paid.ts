import type { orderPaid } from '@leadping/contracts/commerce/order-events';
import { resellerIdOfOrder } from '@leadping/contracts/commerce/reseller-id';
import type { PayloadOf } from '@leadping/contracts/event';
import { resellerRightsRefused } from '@leadping/contracts/identity/user-events';
import { DomainError } from '@leadping/service-kit/domain-error';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { IdentityContext } from '../context.ts';
import { findByVerifiedEmail } from '../users/find-by-email.ts';
import { inviteUser } from './invite-user.ts';

/** Gives a buyer of reseller rights a reseller's sign-in, in the same way as an invitation. */
export async function onOrderPaid(
  identity: IdentityContext,
  order: PayloadOf<typeof orderPaid>,
): Promise<void> {
  const email = order.customerEmail;
  // The customer was erased while the event waited.
  if (order.productType !== 'reseller_rights' || email === '') return;
  const resellerId = resellerIdOfOrder(order);
  try {
    await inviteUser(identity, {
      email,
      resellerId,
      businessName: null,
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // The reseller was deleted since. The event was published again, and no rights are due.
    if (error.code === 'CONFLICT' && (await identity.withdrawnResellers.exists({ _id: resellerId }))) return;
    if (error.code !== 'EMAIL_TAKEN') throw error;
    await refuseRights(identity, order.orderId, email);
  }
}

/** Another delivery would not help: an admin must refund the order or correct its email. */
async function refuseRights(identity: IdentityContext, orderId: string, email: string): Promise<void> {
  const account = await findByVerifiedEmail(identity, email);
  if (!account) throw new Error('the address was given free meanwhile');
  const { role } = account;
  const refused = outboxEntry(resellerRightsRefused, `rights-refused:${orderId}`, { orderId, email, role });
  await identity.users.updateOne({ _id: account._id }, { $push: { outbox: refused } });
  identity.relay.flush(identity.users);
  identity.record({
    level: 'error',
    category: 'auth',
    nextStep: 'Ask the buyer for another email address and invite them, or refund the order.',
    message: 'Reseller rights were paid with the email of a reseller or of staff: no sign-in was created',
    data: { orderId, role },
  });
}
