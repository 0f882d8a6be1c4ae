import { defineConfig } from '@playwright/test';
import faultTests from '../dev/fault-tests.json' with { type: 'json' };
import { takeStackOfWorker } from './test-stacks.ts';

takeStackOfWorker();

// The extension's tests start Chromium itself: the headless shell takes no extension.
const executablePath = process.env.HEADLESS_SHELL ?? process.env.CHROMIUM;

const faults = faultTests.browser.map((file) => `**/${file}`);

/** A stack for each worker, on free ports; each test makes the data that it needs. */
export default defineConfig({
  testDir: 'test',
  globalSetup: './global-setup.ts',
  outputDir: '../.data/test-results/browser',
  // `npm test` runs the first, `npm run test:faults` the second.
  projects: [
    { name: 'routine', testMatch: '**/*.spec.ts', testIgnore: faults },
    { name: 'faults', testMatch: faults },
  ],
  fullyParallel: false,
  // A test mostly waits: one uses a third of two cores.
  workers: 2,
  retries: 0,
  // On a quiet machine most take some seconds: this is for one that is ten times as slow.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  updateSnapshots: 'none',
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
