import { rootKeyOf } from '@leadping/extension/build/root-key';
import { spawn, type ChildProcess } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { DATA_FOLDER, ROOT } from '@leadping/dev-stack/root';
import { expect, test } from '@playwright/test';
import { launchExtension, type ExtensionBrowser } from './extension/browser.ts';
import { startWorld, type World } from './extension/world.ts';
import { until } from '../platform.ts';

/** A copy inside the repository, so that it finds the same packages. */
const copy = join(DATA_FOLDER, 'test-results/extension-dev');

/** A build takes half a second, or much longer on a busy machine. */
const BUILD_SECONDS = 120;

/** Nothing listens here. The worker requests selectors from it. */
const GATEWAY_URL = 'http://127.0.0.1:9';

let world: World;
let browser: ExtensionBrowser | undefined;
let dev: ChildProcess | undefined;

test.afterEach(async () => {
  dev?.kill('SIGKILL');
  await browser?.close();
  await world?.close();
  await rm(copy, { recursive: true, force: true });
});

test('npm run dev rebuilds a saved source and reloads the extension automatically', async () => {
  await rm(copy, { recursive: true, force: true });
  await cp(join(ROOT, 'extension'), copy, {
    recursive: true,
    filter: (path) => !/extension\/(?:node_modules|dist|store)$/.test(path),
  });
  let output = '';
  const tsx = join(dirname(createRequire(import.meta.url).resolve('tsx/package.json')), 'dist/cli.mjs');
  dev = spawn(process.execPath, [tsx, '--conditions=source', 'build/dev.ts'], {
    cwd: copy,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      RELOAD_PORT: '0',
      GATEWAY_URL,
      LICENSE_ROOT_KEY: rootKeyOf('01'.repeat(32)),
    },
  });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (text) => (output += String(text)));
  const builds = () => output.split('built; load').length - 1;
  await until(`the first build: ${output}`, async () => builds() === 1, BUILD_SECONDS);

  world = await startWorld();
  browser = await launchExtension({ world, folder: join(copy, 'dist') });
  await browser.becomeDeveloper();
  const next = browser.context.waitForEvent('serviceworker', { timeout: 0 });
  // Saves like an editor. The worker must have checked once before, otherwise it would not see a change.
  const worker = await browser.worker();
  await until('a look at the build server', () =>
    worker.evaluate(
      (gateway) =>
        performance
          .getEntriesByType('resource')
          .some(
            (entry) =>
              !entry.name.startsWith(gateway) && (entry as PerformanceResourceTiming).responseEnd > 0,
          ),
      GATEWAY_URL,
    ),
  );
  const source = join(copy, 'public/_locales/en/messages.json');
  const text = await readFile(source, 'utf8');
  await writeFile(source, text.replace('Activate this browser', 'Activate this machine'));
  await until(`the second build: ${output}`, async () => builds() === 2, BUILD_SECONDS);
  await next;
  const popup = await browser.open('popup');
  await expect(popup.getByRole('heading', { name: 'Activate this machine' })).toBeVisible();

  // An error is reported, and the loaded extension stays.
  const program = join(copy, 'src/pages/popup.ts');
  await writeFile(program, `${await readFile(program, 'utf8')}\nnot a program`);
  await until('the fault', async () => /popup\.ts/.test(output.split('built; load')[2] ?? ''));
  expect(builds()).toBe(2);
});
