import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js';
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js';
import { installInitialConsumes } from '@module-federation/webpack-bundler-runtime/dist/installInitialConsumes.js';
import { updateConsumeOptions } from '@module-federation/webpack-bundler-runtime/dist/updateOptions.js';
import type {
  ConsumesOptions,
  WebpackRequire,
} from '@module-federation/webpack-bundler-runtime/dist/types.js';
import { RUNTIME_GLOBAL } from './runtime-global.ts';

type Load = () => Promise<() => unknown>;
type Consume = Pick<ConsumesOptions, 'chunkId' | 'promises'>;

/** The parts of a federated build that rspack declares and its runtime must implement. */
interface Build extends WebpackRequire {
  f?: { consumes?: (chunkId: Consume['chunkId'], promises: Consume['promises']) => void };
  initializeExposesData?: { shareScope: string; moduleMap: Record<string, Load> };
  initContainer?: (...given: [shareScope: never, initScope: never, options?: never]) => unknown;
  getContainer?: (module: string) => Promise<() => unknown>;
}

interface BuildOptions {
  webpackRequire: Build;
  name: string;
  shareStrategy: 'loaded-first' | 'version-first';
}

/**
 * The library remembers failed shared parts forever. This plugin removes the failure, so that the next load
 * retries.
 */
const forgetFailures: ModuleFederationRuntimePlugin = {
  name: 'forget-failures',
  beforeRegisterShare(registration) {
    const { origin, pkgName, shared } = registration;
    const { get, scope, version, shareConfig } = shared;
    if (shareConfig.eager) return registration;
    shared.get = async () => {
      try {
        return await get();
      } catch (error) {
        for (const name of scope) delete origin.shareScopeMap[name]?.[pkgName]?.[version]?.loading;
        throw error;
      }
    };
    return registration;
  },
};

/**
 * Starts federation in a build. It composes the used parts of the library as rspack's generated start-up code
 * does, without remotes known at build time and without tree shaking of shared parts. Every build gets its own
 * instance.
 */
function startBuild({ webpackRequire, name, shareStrategy }: BuildOptions): void {
  const { federation, f, initializeExposesData: exposed } = webpackRequire;
  if (!federation) return;
  federation.initOptions = { name, remotes: [] };
  federation.bundlerRuntimeOptions = {};
  federation.attachShareScopeMap = attachShareScopeMap;
  federation.instance = createInstance({
    name,
    shareStrategy,
    remotes: [],
    plugins: [forgetFailures],
  });

  const installedModules = {};
  const moduleToHandlerMapping: ConsumesOptions['moduleToHandlerMapping'] = {};
  const chunkMapping: ConsumesOptions['chunkMapping'] = {};
  updateConsumeOptions({ webpackRequire, moduleToHandlerMapping, chunkMapping });
  if (f?.consumes) {
    f.consumes = (chunkId, promises) => {
      const shared: Consume['promises'] = [];
      consumes({
        chunkId,
        promises: shared,
        chunkMapping,
        installedModules,
        moduleToHandlerMapping,
        webpackRequire,
      });
      // The library loads the file even if shared parts are missing. Its modules would then fail halfway and stay
      // broken.
      const check = () => {
        const lost = chunkMapping[chunkId]?.find((id) => !Object.hasOwn(installedModules, id));
        // The missing part's module throws the reason.
        if (lost !== undefined) webpackRequire.m[lost]?.({});
      };
      promises.push(Promise.all(shared).then(check));
    };
  }
  const initPromises = {};
  const initTokens = {};
  webpackRequire.I = (shareScopeName, initScope = []) =>
    initializeSharing({ shareScopeName, initScope, initPromises, initTokens, webpackRequire });
  if (exposed) {
    webpackRequire.initContainer = (shareScope, initScope, remoteEntryInitOptions) =>
      initContainerEntry({
        shareScope,
        initScope,
        shareScopeKey: exposed.shareScope,
        webpackRequire,
        ...(remoteEntryInitOptions ? { remoteEntryInitOptions } : {}),
      });
    webpackRequire.getContainer = async (module) => {
      const load = exposed.moduleMap[module];
      if (!load) throw new Error(`${name} does not expose ${module}`);
      return load();
    };
  }
  attachShareScopeMap(webpackRequire);
  const initialConsumes = webpackRequire.consumesLoadingData?.initialConsumes;
  if (initialConsumes)
    installInitialConsumes({ webpackRequire, installedModules, initialConsumes, moduleToHandlerMapping });
}

const runtime = { startBuild };

/** Remotes use this runtime instead of bundling a copy. */
Object.assign(globalThis, { [RUNTIME_GLOBAL]: runtime });

export default runtime;
