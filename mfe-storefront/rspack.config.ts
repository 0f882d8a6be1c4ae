import { buildOf, remote } from '@leadping/web-kit/build/rspack';
import { withPrerendered } from './build/prerender.ts';
import { ROUTES } from './src/route-table.ts';

const app = { name: 'mfe-storefront', dir: import.meta.dirname };
const configure = remote({ ...app, routes: ROUTES });

/** The same for every visitor: no tenant in the path, no payment in the query. */
const STATIC_PAGES = ROUTES.map(({ path }) => path).filter(
  (path) => !path.includes(':') && !path.endsWith('success'),
);

export default (...given: Parameters<typeof configure>) => {
  const config = configure(...given);
  // A development build is a list, with the shell that shows it.
  if (Array.isArray(config)) return config;
  return withPrerendered(config, buildOf(app, ...given).version, STATIC_PAGES);
};
