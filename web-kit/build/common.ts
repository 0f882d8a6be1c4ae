import { createRequire } from 'node:module';
import path from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { listRules } from '@leadping/guides/build/rules';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';

/** The oldest browsers that support all of `es2022`. Styles are compiled for them too. */
const BROWSERS = ['chrome 94', 'firefox 95', 'safari 16.4'];

const requireOfRouter = createRequire(createRequire(import.meta.url).resolve('react-router-dom'));
const ROUTER = path.resolve(requireOfRouter.resolve('react-router'), '../../production');

/** The router's package exports only its development build, with long error messages, to bundlers. */
const ROUTER_FOR_PRODUCTION = {
  'react-router$': path.join(ROUTER, 'index.mjs'),
  'react-router/dom$': path.join(ROUTER, 'dom-export.mjs'),
};

export interface Build {
  name: string;
  dir: string;
  version: string;
  development: boolean;
}

/** The configuration that the builds of the shell and of every remote share. */
export function common({ name, dir, version, development }: Build): Configuration {
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
      ...(development ? {} : { alias: ROUTER_FOR_PRODUCTION }),
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
        ...listRules,
        {
          test: /react-router.dist.production.chunk-.*\.mjs$/,
          loader: path.join(import.meta.dirname, 'trim-router.mjs'),
        },
        { test: /\.module\.css$/, type: 'css/module' },
        { test: /\.css$/, exclude: /\.module\.css$/, type: 'css' },
        // The content security policy allows captions from our own origin only, not from the script's origin.
        { test: /\.vtt$/, type: 'asset/resource' },
        {
          test: /\.(png|jpe?g|webp|avif|svg|woff2|webm|mp4)$/,
          type: 'asset',
          parser: { dataUrlCondition: { maxSize: 1024 } },
        },
      ],
      parser: { 'css/module': { namedExports: false } },
      generator: {
        'css/module': { localIdentName: development ? '[name]-[local]' : `${name}-[hash:base64:6]` },
      },
    },
    optimization: {
      chunkIds: development ? 'named' : 'deterministic',
      realContentHash: true,
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          minimizerOptions: {
            ecma: 2022,
            compress: { passes: 4, unsafe_arrows: true, unsafe_methods: true },
            format: { comments: false },
          },
        }),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
      ],
      // Shared code becomes its own file only if it is worth a request.
      splitChunks: { chunks: 'async', minSize: 40_000 },
    },
    // Lazily compiled shared parts would arrive in hot updates, which the federation runtime does not register.
    lazyCompilation: false,
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
    plugins: [
      new rspack.DefinePlugin({ __APP__: JSON.stringify({ name, version }) }),
      ...(development
        ? [new ReactRefreshRspackPlugin()]
        : [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], hashLoading: 'lazy' })]),
    ],
  };
}
