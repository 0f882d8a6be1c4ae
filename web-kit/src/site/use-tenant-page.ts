import { useOpenedSlug } from './use-opened-slug.ts';
import { useTenant } from './use-tenant.ts';

/** Whether this is a reseller's page, which must not link to the product's own shop. */
export function useIsTenantPage(): boolean {
  const tenant = useTenant();
  const opened = useOpenedSlug();
  return tenant === undefined ? opened !== undefined : tenant !== null;
}
