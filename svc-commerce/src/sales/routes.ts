import {
  getAdminSales,
  getResellerSales,
  type Sales,
  type SalesQuery,
} from '@leadping/contracts/commerce/sales-routes';
import { cacheLargeSums } from '@leadping/service-kit/data/large-sums';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import type { EverySeller, OrderScope } from '../orders/order-scope.ts';
import { sumSales } from './sum-sales.ts';

export function registerSalesRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  const cached = cacheLargeSums(ordersIn);
  const salesOf = (scope: OrderScope, query: SalesQuery) =>
    cached({ scope, query }, () => sumSales(commerce, scope, query));
  route(getResellerSales, ({ actor, query }) => salesOf({ resellerId: actor.resellerId }, query));
  route(getAdminSales, ({ query: { seller, ...query } }) => salesOf(salesFor(seller), query));
}

const ordersIn = (sales: Sales[]) =>
  sales.reduce((sum, { total, previousTotal }) => sum + total.orders + previousTotal.orders, 0);

/** @param seller `all`, `platform` or a reseller's id */
function salesFor(seller: string): EverySeller {
  if (seller === 'all') return { everySeller: true };
  return { everySeller: true, resellerId: seller === 'platform' ? null : seller };
}
