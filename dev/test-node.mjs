/** Runs tests under another version of Node.js: `npm run test:node 26`, `npm run test:node 24 svc-commerce`. */
import { delimiter, join } from 'node:path';
import { ensureInstalled, giveUp, root, runNpm, runTypeScript } from './bootstrap/install.mjs';

/** What differs between versions: HTTP, cryptography, streams, workers, native modules, the flags of our processes. */
const DEFAULT_TESTS = ['contracts/', 'service-kit/', 'gateway/', 'svc-', 'dev/stack/test/node-flags'];

const [version, ...chosen] = process.argv.slice(2);
if (!/^\d+(\.\d+\.\d+)?$/.test(version ?? '')) giveUp('Which Node.js? As in: npm run test:node 26');
await ensureInstalled();

const folder = join(root, `.data/node-${version}`);
const platform = { win32: 'win' }[process.platform] ?? process.platform;
const name = `node-${platform}-${process.arch}`;
// The binary alone, by the package of its platform: `node` itself would run a script at install.
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
// In one process a late dial of nats.js would keep it (`bus.ts`); with several, as in `npm test`, Jest ends them itself.
const jest = ['--maxWorkers=1', '--forceExit', ...(chosen.length ? chosen : DEFAULT_TESTS)];
runTypeScript('dev/stack/src/run-jest.ts', jest, {
  node: join(bin, 'node'),
  env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, EXPECTED_NODE: version },
});
