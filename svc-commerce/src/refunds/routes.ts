import * as routes from '@leadping/contracts/commerce/refund-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import type { OrderScope } from '../orders/order-scope.ts';
import { requestRefund, type WantedRefund } from './request-refund.ts';
import { readRefunds, showRefunds } from './show-refunds.ts';

const ADMIN: OrderScope = { everySeller: true };

export function registerRefundRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  const refund = async (scope: OrderScope, id: string, wanted: WantedRefund, key: string | undefined) =>
    showRefunds(await requestRefund(commerce, scope, id, wanted, key), scope);

  route(routes.getOrderRefunds, ({ params }) => readRefunds(commerce, ADMIN, params.id));
  route(routes.refundOrder, ({ params, body, headers }) =>
    refund(ADMIN, params.id, body, headers['idempotency-key']),
  );
  route(routes.getResellerOrderRefunds, ({ actor: { resellerId }, params }) =>
    readRefunds(commerce, { resellerId }, params.id),
  );
  route(routes.refundResellerOrder, ({ actor: { resellerId }, params, body, headers }) =>
    refund({ resellerId }, params.id, body, headers['idempotency-key']),
  );
}
