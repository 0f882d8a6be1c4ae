import { defineRemote } from '@leadping/web-kit/remote';
import { ROUTES } from './route-table.ts';

export default defineRemote({
  name: 'mfe-reseller',
  table: ROUTES,
  pages: { dashboard: () => import('./routes/dashboard.tsx') },
});
