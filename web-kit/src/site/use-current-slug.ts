import type { Tenant } from '@leadping/contracts/commerce/tenant-routes';
import { useLocation, useNavigate } from '@leadping/web-kit/router';
import { useEffect } from 'react';
import { useOpenedSlug } from './use-opened-slug.ts';
import { useTenant } from './use-tenant.ts';

/** Moves a page that was opened under a reseller's former slug, in its path or subdomain, to the current slug. */
export function useCurrentSlug(): void {
  const tenant = useTenant();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const opened = useOpenedSlug();
  useEffect(() => {
    if (!tenant) return;
    if (!opened) {
      const moved = onCurrentSubdomain(location.href, tenant);
      if (moved !== location.href) location.replace(moved);
    } else if (opened !== tenant.slug) {
      const moved = pathname.replace(`/r/${opened}`, `/r/${tenant.slug}`);
      void navigate(moved + search + hash, { replace: true });
    }
  }, [tenant, opened, pathname, search, hash, navigate]);
}

/** Replaces a reseller's subdomain in an address by the current one. */
function onCurrentSubdomain(href: string, { subdomain }: Pick<Tenant, 'subdomain'>): string {
  return href.replace(/\/\/[^./]*(?=\.)/, `//${subdomain}`);
}
