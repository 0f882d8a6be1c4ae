import { firstRepublishAt } from '@leadping/service-kit/messaging/republish';
import type { OutboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { QueryFilter } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { changeEntries } from './change-entries.ts';
import { entriesOf } from './order-outbox.ts';
import { listFields, type HistoryEntry, type OrderDocument } from './order.model.ts';

/** Fields that a change cannot set, because they are immutable or derived. */
type Kept = '_id' | 'createdAt' | 'revision' | 'history' | 'outbox' | keyof ReturnType<typeof listFields>;

export interface OrderChange {
  /** New values of the order's fields. */
  fields: Partial<Omit<OrderDocument, Kept>>;
  history?: readonly HistoryEntry[];
  /** Published with the change, besides the events that follow from the fields. */
  events?: (changed: OrderDocument) => readonly OutboxEntry[];
}

export interface ChangedOrder {
  before: OrderDocument;
  /** The unchanged order if nothing was changed. */
  after: OrderDocument;
}

/**
 * Changes an order by compare-and-swap. The fields, the history and the resulting events are one document write, so
 * that no crash comes between them. `decide` gets the current order, and gets it again if another write came first. If
 * it returns null, nothing is written.
 * @returns null if no order matches the filter
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
      // A successful mail does not change the revision.
      { _id: before._id, revision: before.revision, mailSettledAt: before.mailSettledAt ?? null },
      {
        $set: written,
        $push: {
          outbox: {
            $each: [
              ...entriesOf(after, before),
              ...changeEntries(after, before.facts, new Date(clock.now())),
              ...(events?.(after) ?? []),
            ],
          },
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
