import { defineRemote } from '@leadping/web-kit/remote';
import { lazy } from 'react';
import { ROUTES } from './route-table.ts';

export default defineRemote({
  name: 'mfe-storefront',
  table: ROUTES,
  pages: {
    landing: lazy(() => import('./routes/landing.tsx')),
    'reseller-program': lazy(() => import('./routes/reseller-program.tsx')),
    success: lazy(() => import('./routes/success.tsx')),
    'reseller-success': lazy(() => import('./routes/reseller-success.tsx')),
    privacy: lazy(() => import('./routes/privacy.tsx')),
    'terms-of-service': lazy(() => import('./routes/terms-of-service.tsx')),
    integrations: lazy(() => import('./routes/integrations.tsx')),
    guide: lazy(() => import('./routes/guide.tsx')),
  },
});
