import { defineRemote } from '@leadping/web-kit/remote';
import { ROUTES } from './route-table.ts';

export default defineRemote({
  name: 'mfe-support',
  table: ROUTES,
  pages: {
    'support-centre': () => import('./routes/support-centre.tsx'),
    ticket: () => import('./routes/ticket.tsx'),
  },
});
