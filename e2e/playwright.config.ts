import { defineConfig } from '@playwright/test';
import faultTests from '../dev/fault-tests.json' with { type: 'json' };
import { takeStackOfWorker } from './test-stacks.ts';

takeStackOfWorker();

// Extension tests start Chromium themselves, because the headless shell supports no extensions.
const executablePath = process.env.HEADLESS_SHELL ?? process.env.CHROMIUM;

const faults = faultTests.browser.map((file) => `**/${file}`);

/** One stack per worker on free ports. Each test creates its own data. */
export default defineConfig({
  testDir: 'test',
  globalSetup: './global-setup.ts',
  outputDir: '../.data/test-results/browser',
  // `npm test` runs the first project, `npm run test:faults` the others.
  projects: [
    { name: 'routine', testMatch: '**/*.spec.ts', testIgnore: faults, grepInvert: /@deep/ },
    { name: 'faults', testMatch: faults },
    { name: 'deep', testMatch: '**/*.spec.ts', testIgnore: faults, grep: /@(deep|short)/ },
  ],
  fullyParallel: false,
  // Tests mostly wait: one uses a third of two cores.
  workers: 2,
  retries: 0,
  // Most tests take some seconds on a quiet machine. The timeout allows for a machine that is ten times as slow.
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
