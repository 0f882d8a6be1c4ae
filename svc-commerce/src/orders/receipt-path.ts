import type { Sealer, SealedPlace } from '@leadping/service-kit/data/sealed-text';
import type { OrderDocument } from '../orders/order.model.ts';

const keyPlace = (orderId: string): SealedPlace => `orders/${orderId}/receipt`;

/**
 * Path of an order's receipt. Order ids can be guessed, so the link has a key that only this service can create. Behind
 * `#` it does not appear in server logs or referrers. The key signs the buyer's address, so that a corrected address
 * ends the links that were mailed to the wrong one. The page moves to the seller's own path.
 */
export function receiptPath(
  sealer: Sealer,
  { _id, canonicalEmail }: Pick<OrderDocument, '_id' | 'canonicalEmail'>,
): string {
  return `/receipt/${_id}#key=${sealer.sign(canonicalEmail, keyPlace(_id))}`;
}

export function isReceiptKey(
  sealer: Sealer,
  { _id, canonicalEmail }: Pick<OrderDocument, '_id' | 'canonicalEmail'>,
  key: string,
): boolean {
  return sealer.isSigned(canonicalEmail, keyPlace(_id), key);
}
