import { buildOf } from '@leadping/web-kit/build/remote-app';
import { remote } from '@leadping/web-kit/build/rspack';
import { withPrerendered } from './build/prerender.ts';
import { ROUTES } from './src/route-table.ts';

const app = { name: 'mfe-storefront', dir: import.meta.dirname };
const configure = remote({ ...app, routes: ROUTES });

/** All that show the same to every visitor until the server has answered; a payment's pages begin with its query. */
const STATIC_PAGES = ROUTES.map(({ path }) => path).filter((path) => !path.endsWith('success'));

export default (...given: Parameters<typeof configure>) => {
  const config = configure(...given);
  // A development build is a list, with the shell that shows it.
  if (Array.isArray(config)) return config;
  return withPrerendered(config, buildOf(app, ...given).version, STATIC_PAGES);
};
