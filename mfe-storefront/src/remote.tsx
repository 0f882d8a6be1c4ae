import { defineRemote } from '@leadping/web-kit/remote';
import { GUIDE_SLUGS } from '@leadping/guides/lists/slugs';
import { ROUTES } from './route-table.ts';

const guides = GUIDE_SLUGS.map((slug) => [
  `docs/${slug}`,
  () => import('./features/docs/load-guide.ts').then(({ loadGuide }) => loadGuide(slug)),
]);

export default defineRemote({
  name: 'mfe-storefront',
  table: ROUTES,
  pages: {
    landing: () => import('./routes/landing.tsx'),
    'reseller-program': () => import('./routes/reseller-program.tsx'),
    success: () => import('./routes/success.tsx'),
    'reseller-success': () => import('./routes/reseller-success.tsx'),
    'checkout-return': () => import('./routes/checkout-return.tsx'),
    receipt: () => import('./routes/receipt.tsx'),
    privacy: () => import('./routes/privacy.tsx'),
    'terms-of-service': () => import('./routes/terms-of-service.tsx'),
    'legal-notice': () => import('./routes/legal-notice.tsx'),
    withdraw: () => import('./routes/withdraw.tsx'),
    trial: () => import('./routes/trial.tsx'),
    accessibility: () => import('./routes/accessibility.tsx'),
    'data-processing': () => import('./routes/data-processing.tsx'),
    'sub-processors': () => import('./routes/sub-processors.tsx'),
    'not-found': () => import('./routes/not-found.tsx'),
    integrations: () => import('./routes/integrations.tsx'),
    ...Object.fromEntries(guides),
  },
});
