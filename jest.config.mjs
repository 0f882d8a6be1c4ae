import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Tests of `npm run test:faults`, which `npm test` leaves out. */
const { jest: faultTests } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'dev/fault-tests.json'), 'utf8'),
);

/** Jest's transform: TypeScript and JSX to ES modules, types are checked by `tsc`. */
const transform = {
  '^.+\\.[tj]sx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        target: 'es2022',
      },
      module: { type: 'es6' },
    },
  ],
};
/** Guides, for pages that show them. */
const guides = {
  '\\.mdx$': [
    path.join(import.meta.dirname, 'guides/build/jest-transform.mjs'),
    { partsFile: path.join(import.meta.dirname, 'mfe-storefront/guide-parts.json') },
  ],
};
const shared = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx', '.mdx'],
  transform,
  transformIgnorePatterns: ['/node_modules/(?!@leadping/)'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.data/'],
  modulePathIgnorePatterns: ['/dist/', '/.data/'],
};

/** Each test file evaluates its modules again and has its own globals. */
const isolated = {
  ...shared,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
};
/** Test files of a worker share its modules, which saves two seconds of processor time for each file of a service. */
const native = {
  ...shared,
  runtime: path.join(import.meta.dirname, 'dev/jest/native-runtime.cjs'),
  testEnvironment: path.join(import.meta.dirname, 'dev/jest/native-environment.cjs'),
};

export default {
  // A test ends with its condition; the limit is for slow machines.
  testTimeout: 120_000,
  // On a busy machine a worker needs longer than half a second to end. Jest still names a worker that never ends.
  workerGracefulExitTimeout: 60_000,
  // ES modules of a test file stay in the memory of its worker: 120 files are as much as Node.js gives a process.
  workerIdleMemoryLimit: '1500MB',
  projects: [
    {
      ...native,
      displayName: 'node',
      testMatch: [
        '<rootDir>/**/test/**/*.test.ts',
        '!**/extension/test/**',
        ...faultTests.map((glob) => `!**/${glob}`),
      ],
    },
    {
      ...isolated,
      displayName: 'extension',
      testMatch: ['<rootDir>/extension/test/**/*.test.ts', ...faultTests.map((glob) => `!**/${glob}`)],
    },
    {
      ...isolated,
      displayName: 'faults',
      testMatch: faultTests.map((glob) => `<rootDir>/${glob}`),
    },
    {
      ...shared,
      displayName: 'web',
      transform: { ...transform, ...guides },
      testEnvironment: 'jsdom',
      testEnvironmentOptions: { customExportConditions: ['source', 'browser'] },
      testMatch: ['<rootDir>/**/test/**/*.test.tsx'],
      setupFiles: ['<rootDir>/web-kit/test/jsdom.ts'],
      moduleNameMapper: {
        // One file instead of a thousand: a test file loads in a third of the CPU time.
        '^antd$': '<rootDir>/node_modules/antd/dist/antd.js',
        '\\.module\\.css$': '<rootDir>/web-kit/test/css-module.ts',
        // These two publish TypeScript under the condition that names our own sources.
        '^(compute-scroll-into-view|scroll-into-view-if-needed)$': '<rootDir>/node_modules/$1/dist/index.cjs',
        '\\.(css|svg|png|webp|webm|mp4|vtt)$': '<rootDir>/web-kit/test/asset.ts',
      },
    },
  ],
};
