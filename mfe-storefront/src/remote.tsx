import { defineRemote } from '@leadping/web-kit/remote';
import { ROUTES } from './route-table.ts';

export default defineRemote({
  name: 'mfe-storefront',
  table: ROUTES,
  pages: {
    landing: () => import('./routes/landing.tsx'),
    'reseller-program': () => import('./routes/reseller-program.tsx'),
    success: () => import('./routes/success.tsx'),
    'reseller-success': () => import('./routes/reseller-success.tsx'),
    privacy: () => import('./routes/privacy.tsx'),
    'terms-of-service': () => import('./routes/terms-of-service.tsx'),
    integrations: () => import('./routes/integrations.tsx'),
    guide: () => import('./routes/guide.tsx'),
  },
});
