/** Mutates the product's rules and lists the mutants that no test notices: `npm run mutate -- contracts`. */
import { ensureInstalled, runTypeScript } from './bootstrap/install.mjs';

await ensureInstalled();
runTypeScript('dev/stack/src/mutate.ts', process.argv.slice(2));
