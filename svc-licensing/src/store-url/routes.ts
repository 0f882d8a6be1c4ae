import { getChromeStoreUrl } from '@leadping/contracts/licensing/store-url-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { LicensingContext } from '../context.ts';
import { readStoreUrl } from './store-url.ts';

export function registerStoreUrlRoutes(route: RegisterRoute, licensing: LicensingContext): void {
  route(getChromeStoreUrl, () => readStoreUrl(licensing));
}
