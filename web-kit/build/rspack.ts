import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Configuration, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
// By path: the configuration runs before the packages are built, and its loader knows no `source` condition.
import { containerName, REMOTE_CONTRACT, type RouteTable } from '../../contracts/src/remote.ts';
import { devServer } from './dev-server.ts';
import { displayFont } from './display-font.ts';
import { pageTemplate } from './page-template.ts';
import { ReleasePlugin } from './release-plugin.ts';
import { sharesOf } from './shared.ts';

interface RemoteApp {
  /** The workspace's folder name, also the name in the release document: `mfe-storefront`. */
  name: string;
  /** The workspace's folder: `import.meta.dirname`. */
  dir: string;
  routes: RouteTable;
}

interface Arguments {
  mode?: 'production' | 'development' | 'none';
}

type Environment = Record<string, unknown>;
type ConfigFactory = (env: Environment, args: Arguments) => Configuration | Configuration[];

const require = createRequire(import.meta.url);
const SHELL_DIR = path.resolve(import.meta.dirname, '../../shell');

interface Build {
  name: string;
  dir: string;
  version: string;
  development: boolean;
}

function readVersion(dir: string): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

function buildOf(app: { name: string; dir: string }, env: Environment, args: Arguments): Build {
  const development = args.mode === 'development';
  const asked = env.version ?? process.env.RELEASE_VERSION;
  const version = development ? 'dev' : typeof asked === 'string' ? asked : readVersion(app.dir);
  return { ...app, version, development };
}

/** The version of a shared package; modules of the web kit carry the web kit's own. */
function versionOf(share: string): string {
  const name = share
    .split('/')
    .slice(0, share.startsWith('@') ? 2 : 1)
    .join('/');
  if (name === '@leadping/web-kit') return readVersion(path.resolve(import.meta.dirname, '..'));
  return (require(`${name}/package.json`) as { version: string }).version;
}

function common({ name, dir, version, development }: Build): Configuration {
  const file = development ? '[name]' : '[name].[contenthash:8]';
  return {
    name,
    context: dir,
    mode: development ? 'development' : 'production',
    target: ['web', 'es2022'],
    devtool: development ? 'cheap-module-source-map' : 'hidden-source-map',
    output: {
      path: path.join(dir, 'dist'),
      clean: true,
      uniqueName: name,
      filename: `${file}.js`,
      chunkFilename: `${file}.js`,
      cssFilename: `${file}.css`,
      cssChunkFilename: `${file}.css`,
      assetModuleFilename: 'media/[name].[contenthash:8][ext]',
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: 15_000,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      conditionNames: ['source', 'import', 'module', 'browser', 'default'],
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'builtin:swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development, refresh: development } },
              target: 'es2022',
            },
          },
          type: 'javascript/auto',
        },
        { test: /\.module\.css$/, type: 'css/module' },
        { test: /\.css$/, exclude: /\.module\.css$/, type: 'css' },
        {
          test: /\.(png|jpe?g|webp|avif|svg|woff2|webm|mp4|vtt)$/,
          type: 'asset',
          parser: { dataUrlCondition: { maxSize: 1024 } },
        },
      ],
      parser: { 'css/module': { namedExports: false } },
      generator: {
        'css/module': { localIdentName: development ? '[name]-[local]' : `${name}-[hash:base64:6]` },
      },
    },
    optimization: { chunkIds: 'named', realContentHash: true },
    performance: false,
    stats: 'errors-warnings',
    plugins: [
      new rspack.DefinePlugin({ __APP__: JSON.stringify({ name, version }) }),
      ...(development
        ? [new ReactRefreshRspackPlugin()]
        : [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] })]),
    ],
  };
}

const FEDERATION = {
  dts: false,
  manifest: false,
  shareStrategy: 'loaded-first',
} as const;

function remoteConfig(build: Build, routes: RouteTable): Configuration {
  const base = common(build);
  return {
    ...base,
    entry: './src/index.ts',
    output: { ...base.output, publicPath: build.development ? `/assets/${build.name}/dev/` : 'auto' },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        ...FEDERATION,
        name: containerName(build.name),
        filename: build.development ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
        exposes: { './remote': './src/remote.tsx' },
        shared: sharesOf('remote', versionOf),
        experiments: { externalRuntime: true },
      }),
      ...(build.development
        ? []
        : [
            new ReleasePlugin({
              name: build.name,
              version: build.version,
              contract: REMOTE_CONTRACT,
              routes,
            }),
          ]),
    ],
  };
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
      new ModuleFederationPlugin({
        ...FEDERATION,
        name: build.name,
        remotes: {},
        shared: sharesOf('shell', versionOf),
        experiments: { provideExternalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
      }),
      new rspack.HtmlRspackPlugin({
        templateContent: pageTemplate(),
        inject: 'head',
        scriptLoading: 'defer',
      }),
      ...(build.development
        ? []
        : [
            new ReleasePlugin({
              name: build.name,
              version: build.version,
              contract: REMOTE_CONTRACT,
              routes: [],
            }),
          ]),
    ],
  };
}

/** The build of a remote. `rspack serve` shows it inside a development build of the shell, with hot reload. */
export function remote({ routes, ...app }: RemoteApp): ConfigFactory {
  return (env, args) => {
    const build = buildOf(app, env, args);
    const config = remoteConfig(build, routes);
    if (!build.development) return config;
    const shell = shellConfig(buildOf({ name: 'shell', dir: SHELL_DIR }, env, args));
    return [{ ...shell, devServer: devServer({ name: app.name, routes }) }, config];
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
