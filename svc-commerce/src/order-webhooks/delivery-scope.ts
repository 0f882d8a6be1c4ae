import type { QueryFilter } from 'mongoose';
import type { Receiver } from '../webhook-endpoints/endpoint.ts';
import type { DeliveryDocument } from './delivery.model.ts';

/** Whose deliveries: one receiver's, or explicitly every receiver's, for admins. */
export type DeliveryScope = { receiver: Receiver } | { everyReceiver: true };

/**
 * The part of a filter that keeps a query to its receiver: in every query of deliveries that is made for somebody.
 * @throws {Error} for a scope without an owner, which types refuse and a caller past them must not get through
 */
export function deliveriesOf(scope: DeliveryScope): QueryFilter<DeliveryDocument> {
  if ('everyReceiver' in scope) return {};
  if (!scope.receiver) throw new Error('Deliveries were read without their receiver');
  return { receiver: scope.receiver };
}
