import type { CommerceContext } from '../context.ts';

/**
 * Adds the derived fields that lists and sums use to orders of an earlier version. During an upgrade such a version may still
 * write orders.
 */
export async function fillListFields({ orders }: Pick<CommerceContext, 'orders'>): Promise<void> {
  await orders.updateMany(
    { soldAt: null },
    [
      {
        $set: {
          soldAt: { $ifNull: ['$paidAt', '$createdAt'] },
          isCompleted: { $eq: ['$status', 'completed'] },
          // Such an order has no tax.
          netMinor: {
            $cond: [
              { $eq: ['$status', 'completed'] },
              { $subtract: ['$money.amountMinor', { $ifNull: ['$facts.refundedMinor', 0] }] },
              0,
            ],
          },
        },
      },
    ],
    { updatePipeline: true },
  );
}
