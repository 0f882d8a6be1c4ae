import { remote } from '@leadping/web-kit/build/rspack';
import { ROUTES } from './src/route-table.ts';

export default remote({
  name: 'mfe-account',
  dir: import.meta.dirname,
  routes: ROUTES,
  prerender: ['/auth'],
});
