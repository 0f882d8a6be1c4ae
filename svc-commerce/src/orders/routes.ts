import { listResellerOrders, summariseResellerOrders } from '@leadping/contracts/commerce/order-routes';
import { NEXT_CURSOR_HEADER } from '@leadping/contracts/licensing/list-query';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { listOrders, summariseOrders } from './list-orders.ts';

export function registerOrders(route: RegisterRoute, commerce: CommerceContext): void {
  route(listResellerOrders, async ({ actor, query, reply }) => {
    const { orders, next } = await listOrders(commerce, actor.resellerId, query);
    if (next !== null) void reply.header(NEXT_CURSOR_HEADER, next);
    return orders;
  });
  route(summariseResellerOrders, ({ actor }) => summariseOrders(commerce, actor.resellerId));
}
