import {
  DEFAULT_PROMISES,
  ownPromises,
  type PromiseTexts,
  resellerPromises,
} from '@leadping/contracts/commerce/seller-promises';
import { useIsTenantPage } from '@leadping/web-kit/site/use-tenant-page.ts';
import { useTenant } from '@leadping/web-kit/site/use-tenant.ts';

interface Promises {
  /** Undefined until the reseller is known. */
  promises: PromiseTexts | undefined;
  /**
   * The attributes of an element if its text is a reseller's, which the gateway fills in. Our own texts are part of the
   * page.
   */
  ifResellers: <Attributes extends object>(attributes: Attributes) => Attributes | object;
}

/** What this page promises to buyers. */
export function usePromises(): Promises {
  const tenant = useTenant();
  if (!useIsTenantPage()) return { promises: ownPromises(), ifResellers: () => ({}) };
  return {
    promises: tenant ? resellerPromises(tenant.promises ?? DEFAULT_PROMISES) : undefined,
    ifResellers: (attributes) => attributes,
  };
}
