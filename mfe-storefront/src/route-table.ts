import type { RouteTable } from '@leadping/contracts/remote';
import { GUIDE_SLUGS } from '@leadping/guides/lists/slugs';

/** Contains data only. The build publishes it with the release, and `remote.tsx` adds a page to each entry. */
export const ROUTES = [
  { path: '/', page: 'landing' },
  { path: '/r/:slug', page: 'landing' },
  { path: '/reseller-program', page: 'reseller-program' },
  { path: '/success', page: 'success' },
  { path: '/r/:slug/success', page: 'success' },
  { path: '/reseller-success', page: 'reseller-success' },
  { path: '/checkout-return', page: 'checkout-return' },
  { path: '/receipt/:orderId', page: 'receipt' },
  { path: '/r/:slug/receipt/:orderId', page: 'receipt' },
  { path: '/privacy', page: 'privacy' },
  { path: '/terms-of-service', page: 'terms-of-service' },
  { path: '/legal-notice', page: 'legal-notice' },
  { path: '/withdraw', page: 'withdraw' },
  { path: '/trial', page: 'trial' },
  { path: '/accessibility', page: 'accessibility' },
  { path: '/data-processing', page: 'data-processing' },
  { path: '/sub-processors', page: 'sub-processors' },
  { path: '/integrations', page: 'integrations' },
  { path: '/r/:subdomain/integrations', page: 'integrations' },
  { path: '/r/:slug/privacy', page: 'privacy' },
  { path: '/r/:slug/terms-of-service', page: 'terms-of-service' },
  { path: '/r/:slug/legal-notice', page: 'legal-notice' },
  { path: '/r/:slug/withdraw', page: 'withdraw' },
  { path: '/r/:slug/accessibility', page: 'accessibility' },
  ...GUIDE_SLUGS.flatMap(
    (guide) =>
      [
        { path: `/docs/${guide}`, page: `docs/${guide}` },
        { path: `/r/:slug/docs/${guide}`, page: `docs/${guide}` },
      ] as const,
  ),
  { path: '/*', page: 'not-found' },
] as const satisfies RouteTable;
