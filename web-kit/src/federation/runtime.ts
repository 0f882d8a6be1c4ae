import { createInstance } from '@module-federation/enhanced/runtime';
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js';
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js';
import { installInitialConsumes } from '@module-federation/webpack-bundler-runtime/dist/installInitialConsumes.js';
import { RUNTIME_GLOBAL } from './runtime-global.ts';

interface Build {
  webpackRequire: { federation: { initOptions: Parameters<typeof createInstance>[0] } };
}

/**
 * The federation runtime of one build: the parts of the library that this platform uses, composed as the library's own
 * index does, without remotes known at build time and without its tree shaking. Every build gets a record and an
 * instance of its own.
 */
const federation = () => ({
  bundlerRuntime: {
    S: {},
    I: initializeSharing,
    consumes,
    installInitialConsumes,
    initContainerEntry,
    init: ({ webpackRequire }: Build) => createInstance(webpackRequire.federation.initOptions),
  },
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
});

/** Remotes use this one instead of bundling a copy. */
Object.assign(globalThis, { [RUNTIME_GLOBAL]: federation });

export default federation();
