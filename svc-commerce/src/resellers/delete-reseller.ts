import { withdrawResellerRights } from '@leadping/contracts/identity/requests';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import type { CommerceContext } from '../context.ts';
import { getReseller } from './find-reseller.ts';

/**
 * Ends a reseller's sales and sign-in. Their orders, slugs and sealed keys stay, because a pending payment, a refund or
 * a dispute must still find its order.
 * @throws {DomainError} NOT_FOUND
 */
export async function deleteReseller(commerce: CommerceContext, resellerId: string): Promise<void> {
  const { _id, businessName, email } = await getReseller(commerce, resellerId);
  await commerce.bus.request(withdrawResellerRights, { resellerId: _id });
  recordChange({ target: _id, before: { businessName, email }, after: null });
  await commerce.resellers.updateOne({ _id }, { $set: { deletedAt: new Date(), isActive: false } });
}
