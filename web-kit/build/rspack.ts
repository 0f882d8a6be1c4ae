import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { BRAND } from '../../contracts/src/brand.ts';
import { PUBLIC_FOLDER } from '../../contracts/src/gateway/page.ts';
// By path: the configuration runs before the packages are built, and its loader knows no `source` condition.
import {
  containerName,
  REMOTE_CONTRACT,
  type RouteTable,
  type ViewTable,
} from '../../contracts/src/remote.ts';
import { type Build, common } from './common.ts';
import { devServer } from './dev-server.ts';
import { displayFont } from './display-font.ts';
import { federateRemote, federateShell } from './federation.ts';
import { pageTemplate } from './page-template.ts';
import { ReleasePlugin } from './release-plugin.ts';

interface RemoteApp {
  /** The workspace's folder name, also the name in the release document: `mfe-storefront`. */
  name: string;
  /** The workspace's folder: `import.meta.dirname`. */
  dir: string;
  routes: RouteTable;
  views?: ViewTable;
}

interface Tables {
  routes: RouteTable;
  views: ViewTable;
}

interface Arguments {
  mode?: 'production' | 'development' | 'none';
}

type Environment = Record<string, unknown>;
type ConfigFactory = (env: Environment, args: Arguments) => Configuration | Configuration[];

const require = createRequire(import.meta.url);
const SHELL_DIR = path.resolve(import.meta.dirname, '../../shell');

function readVersion(dir: string): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

/** What is built: the app, and the version that its files will be found under. */
export function buildOf(app: { name: string; dir: string }, env: Environment, args: Arguments): Build {
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

/** Development has no release: nothing of it is published. */
function releaseOf({ name, version, development }: Build, tables: Tables) {
  return development ? [] : [new ReleasePlugin({ name, version, contract: REMOTE_CONTRACT, ...tables })];
}

function remoteConfig(build: Build, tables: Tables): Configuration {
  const base = common(build);
  return {
    ...base,
    // The container is the only entry: nothing runs until the shell asks for it.
    entry: {},
    // A page of a remote is small: one file of its own beats two that it shares with other pages.
    optimization: {
      ...base.optimization,
      splitChunks: {
        chunks: 'async',
        minSize: 100_000,
        // The remote itself stands in the container's file: one request and one round trip less.
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
          library: { type: 'var', name: containerName(build.name) },
          name: containerName(build.name),
          filename: build.development ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
          exposes: { './remote': { import: './src/remote.tsx', name: 'remote' } },
        },
        build.development,
        versionOf,
      ),
      publicFiles(build),
      ...releaseOf(build, tables),
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

/** The build of a remote. `rspack serve` shows it inside a development build of the shell, with hot reload. */
export function remote({ routes, views = [], ...app }: RemoteApp): ConfigFactory {
  return (env, args) => {
    const build = buildOf(app, env, args);
    const config = remoteConfig(build, { routes, views });
    if (!build.development) return config;
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
