import {
  createMainCheckout,
  createResellerCheckout,
  createResellerProductCheckout,
  getCheckoutReturn,
} from '@leadping/contracts/commerce/checkout-routes';
import type { RequestOf } from '@leadping/contracts/route';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { applyCode } from './apply-code.ts';
import { checkConsent } from './check-consent.ts';
import { getReturn } from './get-return.ts';
import { getPlatformOffer, getResellerOffer } from './offers.ts';
import { checkReturnUrls, type ReturnUrls } from './return-urls.ts';
import { startCheckout, type Offer } from './start-checkout.ts';

interface Wanted extends ReturnUrls {
  code?: string | undefined;
  deliveryConsent?: string | undefined;
}

type Headers = RequestOf<typeof createMainCheckout>['headers'];

export function registerCheckoutRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  const start = async (offer: Offer, { code, deliveryConsent: given, ...urls }: Wanted, headers: Headers) => {
    const checked = checkReturnUrls(urls, {
      publicUrl: commerce.config.PUBLIC_URL,
      parentOrigin: headers['x-parent-origin'],
      productType: offer.productType,
      embeddingSites: offer.embeddingSites,
      sessionIdPlaceholder: commerce.paymentProvider.sessionIdPlaceholder,
    });
    const deliveryConsent = checkConsent(commerce, offer, given);
    const discounted = await applyCode(commerce, offer, code);
    return startCheckout(commerce, { ...discounted, deliveryConsent }, checked, headers['idempotency-key']);
  };

  route(createMainCheckout, async ({ body, headers }) =>
    start(await getPlatformOffer(commerce, 'main_product'), body, headers),
  );
  route(createResellerProductCheckout, async ({ body: { resellerId, ...wanted }, headers }) =>
    start(await getResellerOffer(commerce, resellerId), wanted, headers),
  );
  route(createResellerCheckout, async ({ body, headers }) =>
    start(await getPlatformOffer(commerce, 'reseller_rights'), body, headers),
  );
  route(getCheckoutReturn, ({ query }) => getReturn(commerce, query.id));
}
