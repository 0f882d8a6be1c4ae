import type { QueryFilter } from 'mongoose';
import type { OrderDocument } from './order.model.ts';

/** Whose orders: a reseller's, or explicitly every seller's, for admins. */
export type OrderScope = { resellerId: string } | EverySeller;

/** All sellers, optionally limited to one: a reseller by id, or the platform by null. */
export interface EverySeller {
  everySeller: true;
  resellerId?: string | null | undefined;
}

/**
 * The filter that limits a query to its seller. Every query of orders on behalf of a user needs it.
 * @throws {Error} for a scope without an owner: types exclude it, but a caller may bypass them
 */
export function ordersOf(scope: OrderScope): QueryFilter<OrderDocument> {
  if ('everySeller' in scope) {
    return scope.resellerId === undefined ? {} : { resellerId: scope.resellerId };
  }
  if (!scope.resellerId) throw new Error('Orders were read without their seller');
  return { resellerId: scope.resellerId };
}
