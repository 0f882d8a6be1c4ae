import { getPricing } from '@leadping/contracts/commerce/pricing-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { getSettings } from '../settings/get-settings.ts';

export function registerPricing(route: RegisterRoute, commerce: CommerceContext): void {
  route(getPricing, async () => {
    const { mainProductPrice, resellerPrice } = await getSettings(commerce);
    return { mainProduct: { dollars: mainProductPrice / 100 }, reseller: { dollars: resellerPrice / 100 } };
  });
}
