import * as routes from '@leadping/contracts/commerce/discount-code-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import type { CodeScope } from './code-seller.ts';
import { createCode } from './create-code.ts';
import { endCode } from './end-code.ts';
import { listCodes } from './list-codes.ts';

const PLATFORM: CodeScope = { platform: true };

/** For resellers, only the session decides which reseller is meant. */
export function registerDiscountCodeRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(routes.listDiscountCodes, () => listCodes(commerce, PLATFORM));
  route(routes.createDiscountCode, ({ body }) => createCode(commerce, PLATFORM, body));
  route(routes.endDiscountCode, ({ params }) => endCode(commerce, PLATFORM, params.id));

  route(routes.listResellerDiscountCodes, ({ actor: { resellerId } }) => listCodes(commerce, { resellerId }));
  route(routes.createResellerDiscountCode, ({ actor: { resellerId }, body }) =>
    createCode(commerce, { resellerId }, { ...body, productType: 'main_product' }),
  );
  route(routes.endResellerDiscountCode, ({ actor: { resellerId }, params }) =>
    endCode(commerce, { resellerId }, params.id),
  );
}
