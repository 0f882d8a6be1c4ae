import type { inviteReseller as inviteRoute } from '@leadping/contracts/commerce/reseller-admin-routes';
import type { RequestOf } from '@leadping/contracts/route';
import { inviteUser, type ResellerUser } from '@leadping/contracts/identity/questions';
import { Types } from 'mongoose';
import type { Commerce } from '../commerce.ts';
import { createReseller } from './create-reseller.ts';
import type { ResellerDocument } from './reseller.model.ts';

/**
 * Makes a reseller and has identity give them a sign-in. Where identity refuses or does not answer, the reseller is
 * taken back: an admin who tries again starts from nothing.
 * @throws {DomainError} EMAIL_TAKEN, UNAVAILABLE
 */
export async function inviteReseller(
  commerce: Commerce,
  invitation: RequestOf<typeof inviteRoute>['body'],
): Promise<{ reseller: ResellerDocument; user: ResellerUser }> {
  const _id = new Types.ObjectId().toHexString();
  const reseller = await createReseller(commerce, { _id, ...invitation });
  const { email, businessName } = invitation;
  try {
    const { user } = await commerce.bus.ask(inviteUser, { email, resellerId: _id, businessName });
    return { reseller, user };
  } catch (error) {
    await commerce.resellers.deleteOne({ _id });
    throw error;
  }
}
