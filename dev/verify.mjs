import { ensureInstalled, runTypeScript } from './bootstrap/install.mjs';

await ensureInstalled();
runTypeScript('dev/stack/src/verify.ts', process.argv.slice(2));
