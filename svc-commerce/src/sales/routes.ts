import { getAdminSales, getResellerSales } from '@leadping/contracts/commerce/sales-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { sumSales } from './sum-sales.ts';

export function registerSalesRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(getResellerSales, ({ actor, query }) => sumSales(commerce, actor.resellerId, query));
  route(getAdminSales, ({ query: { seller, ...query } }) => sumSales(commerce, seller, query));
}
