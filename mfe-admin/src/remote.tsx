import { defineRemote } from '@leadping/web-kit/remote';
import { ROUTES } from './route-table.ts';

export default defineRemote({
  name: 'mfe-admin',
  table: ROUTES,
  pages: {
    admin: () => import('./routes/admin.tsx'),
  },
});
