import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Compiler, rspack, type RspackPluginInstance } from '@rspack/core';
import { RUNTIME_GLOBAL } from '../src/federation/runtime-global.ts';
import { type Accepts, sharesOf } from './shared.ts';

type Options = ConstructorParameters<typeof ModuleFederationPlugin>[0];

const require = createRequire(import.meta.url);

/** Resolves a package of the library from another one of it: they are its dependencies, not ours. */
function libraryFile(name: string, from: string): string {
  return require.resolve(name, { paths: [from] });
}

const ENHANCED = require.resolve('@module-federation/enhanced/rspack');
const BUNDLER_RUNTIME = libraryFile('@module-federation/webpack-bundler-runtime', ENHANCED);
const RUNTIME = libraryFile('@module-federation/runtime', BUNDLER_RUNTIME);

/**
 * The library resolves its runtime with `require.resolve` and so gets the CommonJS copy, which cannot be tree-shaken. The
 * shell takes the parts it needs from the ES modules of the same packages.
 */
class OwnRuntime implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    const { resolve } = compiler.options;
    resolve.alias = {
      ...resolve.alias,
      [BUNDLER_RUNTIME]: path.resolve(import.meta.dirname, '../src/federation/runtime.ts'),
      '@module-federation/runtime': path.join(path.dirname(RUNTIME), 'bundler.js'),
    };
  }
}

/**
 * Leaves out the library's snapshots and preloading in production: the release document names the files, and the page
 * preloads them.
 */
const withoutSnapshots = () =>
  new rspack.NormalModuleReplacementPlugin(/\/(SnapshotHandler|preload)\.js$/, (resource) => {
    if (resource.context?.includes(`${path.sep}runtime-core${path.sep}`))
      resource.request = path.resolve(import.meta.dirname, '../src/federation/no-snapshots.ts');
  });

/** Replaces the runtime in a remote's bundle by the one that the shell put on the page. */
const runtimeOfShell = () =>
  new rspack.ExternalsPlugin('var', ({ request }, callback) =>
    request === BUNDLER_RUNTIME ? callback(undefined, RUNTIME_GLOBAL) : callback(),
  );

/** See the loader: the same start-up code in every build, taken from the shell's runtime. */
class ShortStart implements RspackPluginInstance {
  apply(compiler: Compiler): void {
    compiler.options.module.rules.push({
      test: /@module-federation.runtime.rspack\.js$/,
      loader: path.join(import.meta.dirname, 'start-federation.mjs'),
    });
  }
}

const common = (development: boolean) => ({
  dts: false,
  shareStrategy: 'loaded-first' as const,
  optimization: { target: 'web' as const, disableSnapshot: !development },
});

/** The shell: shares its parts, loads remotes and provides the federation runtime to them. */
export function federateShell(options: Options, development: boolean, versionOf: (name: string) => string) {
  const { optimization, ...rest } = common(development);
  return [
    new OwnRuntime(),
    ...(development ? [] : [withoutSnapshots()]),
    new ShortStart(),
    new ModuleFederationPlugin({
      ...options,
      ...rest,
      manifest: false,
      shared: sharesOf('shell', versionOf),
      experiments: { optimization },
    }),
  ];
}

/**
 * A remote: one exposed module that uses the shell's shared parts.
 * @param version of the release, for its manifest. By default the library would write the version in `package.json`.
 */
export function federateRemote(
  { version, ...options }: Options & { version: string },
  development: boolean,
  versionOf: (name: string) => string,
  accepts?: Accepts,
) {
  const { optimization, ...rest } = common(development);
  return [
    runtimeOfShell(),
    new ShortStart(),
    new ModuleFederationPlugin({
      ...options,
      ...rest,
      manifest: {
        additionalData: ({ stats }) => {
          stats.metaData.buildInfo.buildVersion = version;
        },
      },
      shared: sharesOf('remote', versionOf, accepts),
      experiments: { optimization: { ...optimization, disableRemote: true } },
    }),
  ];
}
