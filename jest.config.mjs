import path from 'node:path';

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
  setupFilesAfterEnv: ['<rootDir>/test-kit/src/retry.ts'],
  transformIgnorePatterns: ['/node_modules/(?!@leadping/)'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.data/'],
  modulePathIgnorePatterns: ['/dist/', '/.data/'],
};

export default {
  // A test ends with its condition; the limit is for slow machines.
  testTimeout: 120_000,
  // ES modules of a test file stay in the memory of its worker: 120 files are as much as Node.js gives a process.
  workerIdleMemoryLimit: '1500MB',
  projects: [
    {
      ...shared,
      displayName: 'node',
      testEnvironment: 'node',
      testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
      testMatch: ['<rootDir>/**/test/**/*.test.ts'],
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
        '\\.module\\.css$': '<rootDir>/web-kit/test/css-module.ts',
        // These two publish TypeScript under the condition that names our own sources.
        '^(compute-scroll-into-view|scroll-into-view-if-needed)$': '<rootDir>/node_modules/$1/dist/index.cjs',
        '\\.(css|svg|png|webp|webm|mp4|vtt)$': '<rootDir>/web-kit/test/asset.ts',
      },
    },
  ],
};
