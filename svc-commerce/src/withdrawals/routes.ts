import * as routes from '@leadping/contracts/commerce/withdrawal-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import type { OrderScope } from '../orders/order-scope.ts';
import { showAdminOrder, showOrder } from '../orders/show-order.ts';
import { answerWithdrawal } from './answer-withdrawal.ts';
import { receiveWithdrawal } from './receive-withdrawal.ts';

/** The platform's own sales. */
const OWN: OrderScope = { everySeller: true, resellerId: null };

export function registerWithdrawalRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(routes.withdraw, ({ body }) => receiveWithdrawal(commerce, body));
  route(routes.answerWithdrawal, async ({ params }) =>
    showAdminOrder(commerce, await answerWithdrawal(commerce, OWN, params.id)),
  );
  route(routes.answerResellerWithdrawal, async ({ actor: { resellerId }, params }) =>
    showOrder(commerce, await answerWithdrawal(commerce, { resellerId }, params.id)),
  );
}
