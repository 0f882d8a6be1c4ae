import type { WebhookDelivery } from '@leadping/contracts/commerce/order-webhook-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { z } from 'zod';
import type { CommerceContext } from '../context.ts';
import type { DeliveryDocument, Receiver } from './delivery.model.ts';

const SHOWN = 100;

/** The last deliveries of one receiver, newest first. */
export async function listDeliveries(
  { deliveries }: CommerceContext,
  receiver: Receiver,
): Promise<z.input<typeof WebhookDelivery>[]> {
  const found = await deliveries.find({ receiver }).sort({ createdAt: -1 }).limit(SHOWN).lean();
  return found.map(showDelivery);
}

/**
 * Sends a delivery again, from its first try on.
 * @throws {DomainError} NOT_FOUND, for another receiver's too
 */
export async function replayDelivery(
  { deliveries, clock }: CommerceContext,
  receiver: Receiver,
  id: string,
): Promise<void> {
  const { matchedCount } = await deliveries.updateOne(
    { _id: id, receiver },
    { $set: { state: 'waiting', nextAttempt: 0, nextAttemptAt: new Date(clock.now()) } },
  );
  if (matchedCount === 0) throw new DomainError('NOT_FOUND', 'This delivery does not exist.');
}

function showDelivery(delivery: DeliveryDocument): z.input<typeof WebhookDelivery> {
  return {
    id: delivery._id,
    orderId: delivery.orderId,
    url: delivery.url,
    state: delivery.state,
    createdAt: delivery.createdAt.toISOString(),
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    attempts: delivery.attempts.map(({ at, status, error, durationMs }) => ({
      at: at.toISOString(),
      status: status ?? null,
      error: error ?? null,
      durationMs,
    })),
  };
}
