import { getAdminSales, getResellerSales } from '@leadping/contracts/commerce/sales-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import type { EverySeller } from '../orders/order-scope.ts';
import { sumSales } from './sum-sales.ts';

export function registerSalesRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(getResellerSales, ({ actor, query }) => sumSales(commerce, { resellerId: actor.resellerId }, query));
  route(getAdminSales, ({ query: { seller, ...query } }) => sumSales(commerce, salesFor(seller), query));
}

/** What an admin chose: `all`, `platform` or a reseller's id. */
function salesFor(seller: string): EverySeller {
  if (seller === 'all') return { everySeller: true };
  return { everySeller: true, resellerId: seller === 'platform' ? null : seller };
}
