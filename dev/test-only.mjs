/** Runs selected tests with their own database and NATS: `npm run test:only -- svc-commerce`. */
import { ensureInstalled, runTypeScript } from './bootstrap/install.mjs';

await ensureInstalled();
runTypeScript('dev/stack/src/run-jest.ts', process.argv.slice(2));
