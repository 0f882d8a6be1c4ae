import { ensureInstalled, runTypeScript } from './bootstrap/install.mjs';

await ensureInstalled();
runTypeScript('dev/stack/src/derived-files.ts', process.argv.slice(2));
