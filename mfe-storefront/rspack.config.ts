import { guideRules } from '@leadping/guides/build/rules';
import { remote } from '@leadping/web-kit/build/rspack';
import path from 'node:path';
import { ROUTES } from './src/route-table.ts';

export default remote({
  name: 'mfe-storefront',
  dir: import.meta.dirname,
  routes: ROUTES,
  rules: guideRules(path.join(import.meta.dirname, 'guide-parts.json')),
  // A payment's pages begin with its query.
  prerender: ROUTES.map(({ path }) => path).filter((path) => !/success$|checkout-return|receipt/.test(path)),
});
