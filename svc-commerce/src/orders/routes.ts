import * as routes from '@leadping/contracts/commerce/order-routes';
import { listOwnOrders as listOwnOrdersRoute } from '@leadping/contracts/commerce/customer-order-routes';
import { getOrderTimeline } from '@leadping/contracts/commerce/order-timeline-routes';
import * as customer from '@leadping/contracts/support/customer-routes';
import { cacheLargeSums } from '@leadping/service-kit/data/large-sums';
import { csvFile } from '@leadping/service-kit/http/csv-file';
import { setNextCursor } from '@leadping/service-kit/http/list-cursor';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { getReseller } from '../resellers/find-reseller.ts';
import { correctEmail } from './correct-email.ts';
import { listCustomerOrders, readCustomerTimeline } from './customer-orders.ts';
import { listOwnOrders } from './list-own-orders.ts';
import { listOrders, readOrders } from './list-orders.ts';
import { readTimeline } from './read-timeline.ts';
import { ADMIN_ORDER_COLUMNS, ORDER_COLUMNS, showAdminOrder, showOrder } from './show-order.ts';
import { summarizeOrders, type OrderTotals } from './summarize-orders.ts';

const ADMIN_PAGE = 50;

const fileName = () => `orders-${new Date().toISOString().slice(0, 10)}.csv`;

export function registerOrderRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  const cachedTotals = cacheLargeSums((totals: OrderTotals[]) =>
    totals.reduce((sum, { orders }) => sum + orders, 0),
  );
  route(listOwnOrdersRoute, ({ actor }) => listOwnOrders(commerce, actor));
  route(routes.listResellerOrders, async ({ actor: { resellerId }, query, reply }) => {
    const { orders, next } = await listOrders(commerce, { resellerId }, query);
    setNextCursor(reply, next);
    return orders.map((order) => showOrder(commerce, order));
  });
  route(routes.summarizeResellerOrders, ({ actor, query }) =>
    cachedTotals({ resellerId: actor.resellerId, query }, () =>
      summarizeOrders(commerce, { resellerId: actor.resellerId }, query),
    ),
  );
  route(routes.exportResellerOrders, async ({ actor, query, reply }) => {
    const { _id: resellerId } = await getReseller(commerce, actor.resellerId);
    const rows = readOrders(commerce, { resellerId }, query);
    return csvFile(reply, { name: fileName(), columns: ORDER_COLUMNS, rows });
  });
  route(routes.correctResellerOrderEmail, async ({ actor: { resellerId }, params, body }) =>
    showOrder(commerce, await correctEmail(commerce, { resellerId }, params.id, body.customerEmail)),
  );

  route(routes.listAdminOrders, async ({ query: { resellerId, ...query }, reply }) => {
    const page = { limit: ADMIN_PAGE, ...query };
    const { orders, next } = await listOrders(commerce, { everySeller: true, resellerId }, page);
    setNextCursor(reply, next);
    return orders.map((order) => showAdminOrder(commerce, order));
  });
  route(routes.exportAdminOrders, ({ query: { resellerId, ...query }, reply }) => {
    const rows = readOrders(commerce, { everySeller: true, resellerId }, query);
    return csvFile(reply, { name: fileName(), columns: ADMIN_ORDER_COLUMNS, rows });
  });
  route(routes.correctOrderEmail, async ({ params, body }) =>
    showAdminOrder(
      commerce,
      await correctEmail(commerce, { everySeller: true }, params.id, body.customerEmail),
    ),
  );
  route(customer.listCustomerOrders, ({ params }) => listCustomerOrders(commerce, params.id));
  route(customer.getCustomerOrderTimeline, ({ params }) => readCustomerTimeline(commerce, params));
  route(getOrderTimeline, ({ params }) => readTimeline(commerce, params.id));
}
