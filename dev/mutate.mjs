/** Changes the product's own rules and shows which changes no test notices: `npm run mutate -- contracts`. */
import { ensureInstalled, runTypeScript } from './bootstrap/install.mjs';

await ensureInstalled();
runTypeScript('dev/stack/src/mutate.ts', process.argv.slice(2));
