import { useLocation, useNavigate } from '@leadping/web-kit/router';
import { useEffect } from 'react';
import { useOpenedSlug } from './use-opened-slug.ts';
import { useTenant } from './use-tenant.ts';

/** Moves a page that was opened under a reseller's former slug to the current one. */
export function useCurrentSlug(): void {
  const tenant = useTenant();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const opened = useOpenedSlug();
  useEffect(() => {
    if (!tenant || !opened || opened === tenant.slug) return;
    const moved = pathname.replace(`/r/${opened}`, `/r/${tenant.slug}`);
    void navigate(moved + search + hash, { replace: true });
  }, [tenant, opened, pathname, search, hash, navigate]);
}
