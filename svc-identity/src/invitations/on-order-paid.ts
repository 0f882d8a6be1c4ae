import type { orderPaid } from '@leadping/contracts/commerce/order-events';
import { resellerIdOfOrder } from '@leadping/contracts/commerce/reseller-id';
import type { PayloadOf } from '@leadping/contracts/event';
import { Email } from '@leadping/contracts/primitives';
import { resellerRightsRefused } from '@leadping/contracts/identity/user-events';
import { DomainError } from '@leadping/service-kit/domain-error';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { IdentityContext } from '../context.ts';
import { inviteUser } from './invite-user.ts';

/** Who paid for reseller rights gets a reseller's sign-in, by the same path as an invited one. */
export async function onOrderPaid(
  identity: IdentityContext,
  order: PayloadOf<typeof orderPaid>,
): Promise<void> {
  if (order.productType !== 'reseller_rights') return;
  const email = Email.parse(order.customerEmail);
  try {
    await inviteUser(identity, {
      email,
      resellerId: resellerIdOfOrder(order),
      businessName: null,
    });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'EMAIL_TAKEN')) throw error;
    await refuseRights(identity, order.orderId, email);
  }
}

/** No further delivery would change it: an admin decides (a refund, or another e-mail). */
async function refuseRights(identity: IdentityContext, orderId: string, email: string): Promise<void> {
  const account = await identity.users.findOne({ email }).orFail().lean();
  const { role } = account;
  const told = outboxEntry(resellerRightsRefused, `rights-refused:${orderId}`, { orderId, email, role });
  await identity.users.updateOne({ _id: account._id }, { $push: { outbox: told } });
  identity.relay.flush();
  identity.record({
    level: 'error',
    category: 'auth',
    message: 'Reseller rights were paid with the e-mail of a reseller or of staff: no sign-in was made',
    data: { orderId, role },
  });
}
