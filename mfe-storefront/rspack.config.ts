import { remote } from '@leadping/web-kit/build/rspack';
import { ROUTES } from './src/route-table.ts';

export default remote({
  name: 'mfe-storefront',
  dir: import.meta.dirname,
  routes: ROUTES,
  // A payment's pages begin with its query.
  prerender: ROUTES.map(({ path }) => path).filter((path) => !/success$|checkout-return/.test(path)),
});
