import type { CommerceContext } from '../context.ts';
import type { OrderDocument } from './order.model.ts';

/** Stores the license on its order, which is then fulfilled. A later license does not replace it. */
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
