import {
  createMainCheckout,
  createResellerCheckout,
  createResellerProductCheckout,
  getCheckoutReturn,
  IDEMPOTENCY_HEADER,
  PARENT_ORIGIN_HEADER,
} from '@leadping/contracts/commerce/checkout-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { getReturn } from './get-return.ts';
import { getPlatformOffer, getResellerOffer } from './offers.ts';
import { checkReturnUrls, type ReturnUrls } from './return-urls.ts';
import { startCheckout, type Offer } from './start-checkout.ts';

type Headers = Record<string, string | string[] | undefined>;

export function registerCheckoutRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  const start = (offer: Offer, urls: ReturnUrls, headers: Headers) =>
    startCheckout(
      commerce,
      offer,
      checkReturnUrls(urls, {
        publicUrl: commerce.config.PUBLIC_URL,
        parentOrigin: headers[PARENT_ORIGIN_HEADER] as string | undefined,
        productType: offer.productType,
      }),
      readIdempotencyKey(headers),
    );

  route(createMainCheckout, async ({ body, request }) =>
    start(await getPlatformOffer(commerce, 'main_product'), body, request.headers),
  );
  route(createResellerProductCheckout, async ({ body: { resellerId, ...urls }, request }) =>
    start(await getResellerOffer(commerce, resellerId), urls, request.headers),
  );
  route(createResellerCheckout, async ({ body, request }) =>
    start(await getPlatformOffer(commerce, 'reseller_rights'), body, request.headers),
  );
  route(getCheckoutReturn, ({ query }) => getReturn(commerce, query.id));
}

/** Long enough that nobody guesses another visitor's. */
function readIdempotencyKey(headers: Headers): string | undefined {
  const key = headers[IDEMPOTENCY_HEADER];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{16,200}$/.test(key)) {
    throw new DomainError('VALIDATION_FAILED', 'Idempotency-Key: must be 16 to 200 visible characters');
  }
  return key;
}
