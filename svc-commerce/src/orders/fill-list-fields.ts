import type { CommerceContext } from '../context.ts';

/**
 * Adds the fields that lists sort and filter by to orders of an earlier version. During an upgrade such a version may still
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
        },
      },
    ],
    { updatePipeline: true },
  );
}
