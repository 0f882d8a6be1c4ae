import type { QueryFilter } from 'mongoose';
import type { OrderDocument } from './order.model.ts';

/** Whose orders: a reseller's, or explicitly every seller's, for admins. */
export type OrderScope = { resellerId: string } | EverySeller;

/** Of these a view of one seller may be wanted: a reseller's, or with null the platform's own. */
export interface EverySeller {
  everySeller: true;
  resellerId?: string | null | undefined;
}

/**
 * The part of a filter that keeps a query to its seller: in every query of orders that is made for somebody.
 * @throws {Error} for a scope without an owner, which types refuse and a caller past them must not get through
 */
export function ordersOf(scope: OrderScope): QueryFilter<OrderDocument> {
  if ('everySeller' in scope) {
    return scope.resellerId === undefined ? {} : { resellerId: scope.resellerId };
  }
  if (!scope.resellerId) throw new Error('Orders were read without their seller');
  return { resellerId: scope.resellerId };
}
