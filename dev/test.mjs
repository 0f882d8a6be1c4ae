import { ensureInstalled, runTypeScript } from './bootstrap/install.mjs';

await ensureInstalled();
runTypeScript('dev/stack/src/run-tests.ts', process.argv.slice(2));
