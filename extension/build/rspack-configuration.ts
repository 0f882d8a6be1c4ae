import { rspack, type Configuration } from '@rspack/core';
import path from 'node:path';

export interface BuildOptions {
  /** The platform's address. */
  gatewayUrl: string;
  /** The folder that Chrome loads. */
  output: string;
  /** Where the development build asks for changes. */
  reloadUrl?: string;
}

const ROOT = path.dirname(import.meta.dirname);

/** Chrome 88 loads no module as a worker (91) or content script: every entry is one classic file, and nothing loads code later. */
export function rspackConfiguration({ gatewayUrl, output, reloadUrl = '' }: BuildOptions): Configuration {
  return {
    context: ROOT,
    mode: 'production',
    target: ['web', 'es2021'],
    // Never `eval`, and no source map in the store's package.
    devtool: false,
    entry: {
      content: './src/button/content.ts',
      worker: './src/worker/worker.ts',
      popup: './src/pages/popup.ts',
      options: './src/pages/options.ts',
      onboarding: './src/pages/onboarding.ts',
    },
    output: { path: output, filename: '[name].js', clean: true, chunkFormat: false, asyncChunks: false },
    optimization: {
      splitChunks: false,
      runtimeChunk: false,
      moduleIds: 'deterministic',
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          minimizerOptions: {
            compress: { passes: 3, ecma: 2020 },
            format: { asciiOnly: false, comments: false },
          },
          extractComments: false,
        }),
      ],
    },
    module: {
      rules: [
        {
          test: /\.[jt]s$/,
          loader: 'builtin:swc-loader',
          // The syntax of Chrome 88 is all of ES2021.
          options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2021' } },
          type: 'javascript/auto',
        },
        {
          resourceQuery: /text/,
          type: 'asset/source',
          loader: 'builtin:lightningcss-loader',
          options: { minify: true, targets: 'chrome >= 88' },
        },
      ],
    },
    resolve: {
      extensions: ['.ts', '.js'],
      conditionNames: ['source', 'import', 'module', 'browser', 'default'],
    },
    performance: false,
    stats: 'errors-warnings',
    plugins: [
      new rspack.DefinePlugin({
        __GATEWAY_URL__: JSON.stringify(gatewayUrl),
        __RELOAD_URL__: JSON.stringify(reloadUrl),
      }),
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'public' }, { from: 'src/pages/pages.css' }] }),
    ],
  };
}
