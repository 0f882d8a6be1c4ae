import { EMPTY_SELLER_DETAILS, type SellerDetails } from '@leadping/contracts/commerce/seller-details';
import { useSite } from './use-site.ts';
import { useTenant } from './use-tenant.ts';

/** Who sells on this page: the reseller, or the platform. Undefined until known. */
export function useSeller(): SellerDetails | undefined {
  const tenant = useTenant();
  const site = useSite({ enabled: tenant === null });
  if (tenant) return tenant.sellerDetails ?? EMPTY_SELLER_DETAILS;
  return tenant === null ? site?.seller : undefined;
}
