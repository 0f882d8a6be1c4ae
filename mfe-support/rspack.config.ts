import { remote } from '@leadping/web-kit/build/rspack';
import { ROUTES, VIEWS } from './src/route-table.ts';

export default remote({
  name: 'mfe-support',
  dir: import.meta.dirname,
  routes: ROUTES,
  views: VIEWS,
  prerender: ['/support', '/r/:slug/support'],
});
