import { defineRemote } from '@leadping/web-kit/remote';
import { ROUTES } from './route-table.ts';

export default defineRemote({
  name: 'mfe-account',
  table: ROUTES,
  pages: {
    auth: () => import('./routes/auth.tsx'),
    'forgot-password': () => import('./routes/forgot-password.tsx'),
    my: () => import('./routes/my.tsx'),
    'reset-password': () => import('./routes/reset-password.tsx'),
    'verify-email': () => import('./routes/verify-email.tsx'),
  },
});
