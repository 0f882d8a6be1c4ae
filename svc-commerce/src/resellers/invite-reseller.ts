import type { inviteReseller as inviteRoute } from '@leadping/contracts/commerce/reseller-admin-routes';
import type { RequestOf } from '@leadping/contracts/route';
import { inviteUser, withdrawResellerRights, type ResellerUser } from '@leadping/contracts/identity/requests';
import { unwatched } from '@leadping/service-kit/data/watch-writes';
import { DomainError } from '@leadping/service-kit/domain-error';
import { mayHaveBeenReceived } from '@leadping/service-kit/messaging/was-received';
import { Types } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { createReseller } from './create-reseller.ts';
import type { ResellerDocument } from './reseller.model.ts';

/**
 * Timeout in ms. Creating a sign-in includes a password hash, which may be queued. Both timeouts must fit into the four
 * seconds of a call.
 */
const REPLY_TIMEOUT_MS = 3000;
const WITHDRAW_TIMEOUT_MS = 700;

/**
 * Creates a reseller and asks identity for their sign-in. If identity refuses or does not reply, the reseller is
 * removed again, so that an admin can start over. If it is unknown whether the sign-in exists, the reseller stays.
 * @throws {DomainError} EMAIL_TAKEN, UNAVAILABLE
 */
export async function inviteReseller(
  commerce: CommerceContext,
  invitation: RequestOf<typeof inviteRoute>['body'],
): Promise<{ reseller: ResellerDocument; user: ResellerUser }> {
  const _id = new Types.ObjectId().toHexString();
  const reseller = await unwatched(() => createReseller(commerce, { _id, ...invitation }));
  const { email, businessName } = invitation;
  try {
    const request = { email, resellerId: _id, businessName };
    const { user } = await commerce.bus.request(inviteUser, request, { timeoutMs: REPLY_TIMEOUT_MS });
    return { reseller, user };
  } catch (error) {
    // Identity may have made the sign-in and its reply came too late: without its rights it can be invited again.
    const isWithdrawn = await commerce.bus
      .request(withdrawResellerRights, { resellerId: _id }, { timeoutMs: WITHDRAW_TIMEOUT_MS })
      .then(
        () => true,
        () => false,
      );
    if (!isWithdrawn && mayHaveBeenReceived(error)) {
      const message =
        'The invitation may have gone out. Find the reseller in the list: send their credentials again, or delete them.';
      throw new DomainError('UNAVAILABLE', message, { cause: error, retryAfter: 2 });
    }
    await unwatched(() => commerce.resellers.deleteOne({ _id }).exec());
    throw error;
  }
}
