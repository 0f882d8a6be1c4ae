import { defineRemote } from '@leadping/web-kit/remote';
import { ROUTES, VIEWS } from './route-table.ts';

export default defineRemote({
  name: 'mfe-support',
  table: ROUTES,
  views: VIEWS,
  pages: {
    'support-center': () => import('./routes/support-center.tsx'),
    ticket: () => import('./routes/ticket.tsx'),
    desk: () => import('./routes/desk.tsx'),
  },
});
