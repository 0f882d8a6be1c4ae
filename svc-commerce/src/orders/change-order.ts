import { firstRepublishAt } from '@leadping/service-kit/messaging/republish';
import type { OutboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { QueryFilter } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { entriesOf } from './order-outbox.ts';
import { listFields, type HistoryEntry, type OrderDocument } from './order.model.ts';

/** Fields that a change cannot set, because they are immutable or derived. */
type Kept = '_id' | 'createdAt' | 'soldAt' | 'isCompleted' | 'revision' | 'history' | 'outbox';

export interface OrderChange {
  /** What the order has from now on. */
  fields: Partial<Omit<OrderDocument, Kept>>;
  history?: readonly HistoryEntry[];
  /** Published with it, beside what follows from the fields. */
  events?: (changed: OrderDocument) => readonly OutboxEntry[];
}

export interface ChangedOrder {
  before: OrderDocument;
  /** The order itself where nothing was to change. */
  after: OrderDocument;
}

/**
 * Changes an order by compare-and-swap. Its fields, its history and the events that follow are one document write, so that no
 * crash comes between them. `decide` sees the order as it stands, and once more where another write came first; with null
 * nothing is written.
 * @returns null where no order fits the filter
 */
export async function changeOrder(
  commerce: CommerceContext,
  filter: QueryFilter<OrderDocument>,
  decide: (order: OrderDocument) => OrderChange | null,
): Promise<ChangedOrder | null> {
  const { orders, clock, failpoint, relay } = commerce;
  for (;;) {
    const before = await orders.findOne(filter).lean();
    if (!before) return null;
    const change = decide(before);
    if (!change) return { before, after: before };
    const { fields, history = [], events } = change;
    const revision = before.revision + 1;
    const isPublishedNow = fields.isPaidPublished === true && !before.isPaidPublished;
    const written = {
      ...fields,
      ...listFields({ ...before, ...fields }),
      revision,
      ...(isPublishedNow ? { republishAt: firstRepublishAt(clock) } : {}),
    };
    const after = { ...before, ...written, history: [...(before.history ?? []), ...history] };
    failpoint('order.before-write');
    const { modifiedCount } = await orders.updateOne(
      // A mail that went leaves the revision as it is.
      { _id: before._id, revision: before.revision, mailSettledAt: before.mailSettledAt ?? null },
      {
        $set: written,
        $push: {
          outbox: { $each: [...entriesOf(after, before), ...(events?.(after) ?? [])] },
          history: { $each: history },
        },
      },
    );
    if (modifiedCount === 0) continue;
    failpoint('order.after-write');
    relay.flush(orders);
    return { before, after };
  }
}
