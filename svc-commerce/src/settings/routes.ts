import { getPricing } from '@leadping/contracts/commerce/pricing-routes';
import {
  getSettings as getSettingsRoute,
  saveSettings as saveSettingsRoute,
} from '@leadping/contracts/commerce/settings-routes';
import { getSite } from '@leadping/contracts/commerce/site-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { CommerceContext } from '../context.ts';
import { getSettings, isTestModeOn } from './get-settings.ts';
import { saveSettings } from './save-settings.ts';
import { showSettings } from './show-settings.ts';

export function registerSettingsRoutes(route: RegisterRoute, commerce: CommerceContext): void {
  route(getSettingsRoute, async () => showSettings(commerce, await getSettings(commerce)));
  route(saveSettingsRoute, async ({ body }) => showSettings(commerce, await saveSettings(commerce, body)));
  route(getPricing, async () => {
    const settings = await getSettings(commerce);
    return {
      mainProduct: { dollars: settings.mainProductPrice / 100 },
      reseller: { dollars: settings.resellerPrice / 100 },
      ...(isTestModeOn(settings) && { isTest: true }),
    };
  });
  route(getSite, async () => {
    const { sellerDetails, claims, tax } = await getSettings(commerce);
    return { seller: sellerDetails, claims, taxMode: tax.mode };
  });
}
