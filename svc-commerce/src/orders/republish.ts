import { republishOverdue } from '@leadping/service-kit/messaging/republish';
import type { CommerceContext } from '../context.ts';
import { paidEntry } from './order-outbox.ts';

/** Publishes paid orders again that are not fulfilled in time. */
export async function republishUnfulfilled({ orders, ...commerce }: CommerceContext): Promise<void> {
  await republishOverdue({ ...commerce, model: orders, entryOf: paidEntry });
}
