/** Runs tests with another version of Node.js: `npm run test:node 26`, `npm run test:node 24 svc-commerce`. */
import { delimiter, join } from 'node:path';
import { ensureInstalled, giveUp, root, runNpm, runTypeScript } from './bootstrap/install.mjs';

/**
 * Tests of features that differ between versions: HTTP, cryptography, streams, workers, native modules, the flags of
 * our processes.
 */
const DEFAULT_TESTS = ['contracts/', 'service-kit/', 'gateway/', 'svc-', 'dev/stack/test/node-flags'];

const [version, ...chosen] = process.argv.slice(2);
if (!/^\d+(\.\d+\.\d+)?$/.test(version ?? '')) giveUp('Which Node.js? As in: npm run test:node 26');
await ensureInstalled();

const folder = join(root, `.data/node-${version}`);
const platform = { win32: 'win' }[process.platform] ?? process.platform;
const name = `node-${platform}-${process.arch}`;
// Only the binary, from its platform's package, because the package `node` would run an install script.
const { code, output } = await runNpm([
  'install',
  '--prefix',
  folder,
  '--no-save',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  `${name}@${version}`,
]);
if (code !== 0) giveUp(`Node.js ${version} could not be installed:\n${output}`);

const bin = join(folder, 'node_modules', name, 'bin');
// In a single process, a late dial of nats.js would keep it alive (`bus.ts`). With several, as in `npm test`, Jest
// ends them itself.
const jest = ['--maxWorkers=1', '--forceExit', ...(chosen.length ? chosen : DEFAULT_TESTS)];
runTypeScript('dev/stack/src/run-jest.ts', jest, {
  node: join(bin, 'node'),
  env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, EXPECTED_NODE: version },
});
