import * as routes from '@leadping/contracts/commerce/dispute-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import type { OrderScope } from '../orders/order-scope.ts';
import { listOpenDisputes } from './list-open-disputes.ts';
import { readDisputes } from './read-disputes.ts';

/** A reseller's disputes are theirs alone. */
const OWN_SALES: OrderScope = { everySeller: true, resellerId: null };

export function registerDisputeRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(routes.listOpenDisputes, () => listOpenDisputes(commerce, OWN_SALES));
  route(routes.getOrderDisputes, ({ params }) => readDisputes(commerce, OWN_SALES, params.id));
  route(routes.listResellerOpenDisputes, ({ actor: { resellerId } }) =>
    listOpenDisputes(commerce, { resellerId }),
  );
  route(routes.getResellerOrderDisputes, ({ actor: { resellerId }, params }) =>
    readDisputes(commerce, { resellerId }, params.id),
  );
}
