import { getPricing } from '@leadping/contracts/commerce/pricing-routes';
import {
  getSettings as getSettingsRoute,
  saveSettings as saveSettingsRoute,
} from '@leadping/contracts/commerce/settings-routes';
import { getSite } from '@leadping/contracts/commerce/site-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { getSettings } from './get-settings.ts';
import { saveSettings } from './save-settings.ts';
import { showSettings } from './show-settings.ts';

export function registerSettingsRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(getSettingsRoute, async () => showSettings(commerce, await getSettings(commerce)));
  route(saveSettingsRoute, async ({ body }) => showSettings(commerce, await saveSettings(commerce, body)));
  route(getPricing, async () => {
    const { mainProductPrice, resellerPrice } = await getSettings(commerce);
    return { mainProduct: { dollars: mainProductPrice / 100 }, reseller: { dollars: resellerPrice / 100 } };
  });
  route(getSite, async () => {
    const { sellerDetails, claims } = await getSettings(commerce);
    return { seller: sellerDetails, claims };
  });
}
