import path from 'node:path';
import { type Configuration, rspack, type RuleSetRule } from '@rspack/core';
import { BRAND } from '../../contracts/src/brand.ts';
import { PUBLIC_FOLDER } from '../../contracts/src/gateway/page.ts';
// Imported by path, because the configuration runs before the packages are built, and its loader does not support the
// `source` condition.
import { containerName, REMOTE_CONTRACT } from '../../contracts/src/remote.ts';
import { type Build, common } from './common.ts';
import { devServer } from './dev-server.ts';
import { displayFont } from './display-font.ts';
import { federateRemote, federateShell } from './federation.ts';
import { pageTemplate } from './page-template.ts';
import { withPrerendered } from './prerender.ts';
import { ReleasePlugin } from './release-plugin.ts';
import {
  type Arguments,
  buildOf,
  type Declared,
  type Environment,
  type RemoteApp,
  versionOf,
} from './remote-app.ts';

type ConfigFactory = (env: Environment, args: Arguments) => Configuration | Configuration[];

const SHELL_DIR = path.resolve(import.meta.dirname, '../../shell');

/** Development has no release: nothing of it is published. */
function releaseOf({ name, version, development }: Build, declared: Declared) {
  return development ? [] : [new ReleasePlugin({ name, version, contract: REMOTE_CONTRACT, ...declared })];
}

function remoteConfig(build: Build, declared: Declared, rules: readonly RuleSetRule[]): Configuration {
  const base = common(build);
  return {
    ...base,
    // The container is the only entry: nothing runs until the shell asks for it.
    entry: {},
    module: { ...base.module, rules: [...(base.module?.rules ?? []), ...rules] },
    // A page of a remote is small: one file of its own beats two that it shares with other pages.
    optimization: {
      ...base.optimization,
      splitChunks: {
        chunks: 'async',
        minSize: 100_000,
        // The remote itself is in the container's file: one request and one round trip less.
        cacheGroups: {
          remote: { chunks: ({ name }) => name === 'remote', name: containerName(build.name), enforce: true },
        },
      },
    },
    output: { ...base.output, publicPath: build.development ? `/assets/${build.name}/dev/` : 'auto' },
    plugins: [
      ...(base.plugins ?? []),
      ...federateRemote(
        {
          version: build.version,
          library: { type: 'var', name: containerName(build.name) },
          name: containerName(build.name),
          filename: build.development ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
          exposes: { './remote': { import: './src/remote.tsx', name: 'remote' } },
        },
        build.development,
        versionOf,
        declared.accepts,
      ),
      publicFiles(build),
      ...releaseOf(build, declared),
    ],
  };
}

/** Files for the root of the site, as `/embed.js`, with the product's prefix of messages filled in. */
function publicFiles({ dir }: Build) {
  return new rspack.CopyRspackPlugin({
    patterns: [
      {
        from: path.join(dir, 'public'),
        to: PUBLIC_FOLDER,
        noErrorOnMissing: true,
        transform: (content, file) =>
          file.endsWith('.js')
            ? String(content).replaceAll('%MESSAGE_PREFIX%', BRAND.messagePrefix)
            : content,
      },
    ],
  });
}

function shellConfig(build: Build): Configuration {
  const base = common(build);
  const publicPath = `/assets/shell/${build.version}/`;
  const font = displayFont();
  return {
    ...base,
    entry: './src/index.ts',
    output: { ...base.output, publicPath },
    plugins: [
      ...(base.plugins ?? []),
      ...federateShell({ name: build.name }, build.development, versionOf),
      new rspack.CopyRspackPlugin({ patterns: [{ from: font.file, to: font.asset }] }),
      new rspack.HtmlRspackPlugin({
        templateContent: pageTemplate(publicPath + font.asset),
        // Minifying would drop the marks that the gateway fills in.
        minify: false,
        inject: 'head',
        scriptLoading: 'defer',
      }),
      ...releaseOf(build, { routes: [], views: [] }),
    ],
  };
}

interface RspackRemote extends RemoteApp {
  /** For files that only this remote has. */
  rules?: readonly RuleSetRule[];
}

/** The build of a remote. `rspack serve` shows it inside a development build of the shell, with hot reload. */
export function remote({
  routes,
  views = [],
  prerender = [],
  rules = [],
  accepts,
  ...app
}: RspackRemote): ConfigFactory {
  return (env, args) => {
    const build = buildOf(app, env, args);
    const config = remoteConfig(build, { routes, views, accepts }, rules);
    if (!build.development)
      return prerender.length > 0 ? withPrerendered(config, build.version, prerender) : config;
    const shell = shellConfig(buildOf({ name: 'shell', dir: SHELL_DIR }, env, args));
    return [{ ...shell, devServer: devServer({ name: app.name, routes, views }) }, config];
  };
}

/** The build of the shell. */
export function shell(dir: string): ConfigFactory {
  return (env, args) => {
    const build = buildOf({ name: 'shell', dir }, env, args);
    const config = shellConfig(build);
    return build.development ? { ...config, devServer: devServer() } : config;
  };
}
