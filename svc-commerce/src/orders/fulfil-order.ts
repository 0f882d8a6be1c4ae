import type { CommerceContext } from '../context.ts';
import type { OrderDocument } from './order.model.ts';

/** Puts the license on its order, which waits for none from then on; the first one stays. */
export async function fulfilOrder(
  { orders }: Pick<CommerceContext, 'orders'>,
  orderId: string,
  license: { licenseId: string; sealedLicenseKey: string },
): Promise<OrderDocument> {
  const fulfilled = await orders
    .findOneAndUpdate(
      { _id: orderId, sealedLicenseKey: null },
      { $set: license, $unset: { republishAt: 1 } },
      { returnDocument: 'after' },
    )
    .lean();
  return fulfilled ?? orders.findById(orderId).orFail().lean();
}
