import { ensureInstalled, runTypeScript } from './bootstrap/install.mjs';

await ensureInstalled();
runTypeScript('dev/stack/src/start.ts', process.argv.slice(2), {
  env: { ...process.env, START_BEGAN: String(Math.round(performance.timeOrigin)) },
});
