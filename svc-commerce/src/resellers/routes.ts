import {
  getCurrentReseller,
  renameBusiness,
  saveBusinessConfig,
  saveEmbeddingSites,
  savePaymentKeys as savePaymentKeysRoute,
  saveNotices,
  savePromises,
  saveSalesPage,
  saveSellerDetails,
  saveTax as saveTaxRoute,
} from '@leadping/contracts/commerce/reseller-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { changeReseller } from './change-reseller.ts';
import { getReseller } from './find-reseller.ts';
import { saveBusiness } from './save-business.ts';
import { savePaymentKeys } from './save-payment-keys.ts';
import { saveTax } from './save-tax.ts';
import { showCurrentReseller } from './show-reseller.ts';

/** Routes for resellers. Only the session decides which reseller is meant. */
export function registerResellerRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(getCurrentReseller, async ({ actor }) =>
    showCurrentReseller(commerce, await getReseller(commerce, actor.resellerId)),
  );
  route(saveBusinessConfig, async ({ actor, body }) =>
    showCurrentReseller(commerce, await saveBusiness(commerce, actor.resellerId, body)),
  );
  route(savePaymentKeysRoute, async ({ actor, body }) =>
    showCurrentReseller(commerce, await savePaymentKeys(commerce, actor.resellerId, body)),
  );
  route(saveSalesPage, async ({ actor, body }) =>
    showCurrentReseller(commerce, await changeReseller(commerce, actor.resellerId, { salesPage: body })),
  );
  route(saveEmbeddingSites, async ({ actor, body }) =>
    showCurrentReseller(commerce, await changeReseller(commerce, actor.resellerId, body)),
  );
  route(saveSellerDetails, async ({ actor, body }) =>
    showCurrentReseller(commerce, await changeReseller(commerce, actor.resellerId, { sellerDetails: body })),
  );
  route(saveTaxRoute, async ({ actor, body }) =>
    showCurrentReseller(commerce, await saveTax(commerce, actor.resellerId, body)),
  );
  route(savePromises, async ({ actor, body }) =>
    showCurrentReseller(commerce, await changeReseller(commerce, actor.resellerId, { promises: body })),
  );
  route(saveNotices, async ({ actor, body }) =>
    showCurrentReseller(commerce, await changeReseller(commerce, actor.resellerId, body)),
  );
  route(renameBusiness, async ({ actor, body }) =>
    showCurrentReseller(commerce, await changeReseller(commerce, actor.resellerId, body)),
  );
}
