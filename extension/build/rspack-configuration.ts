import { rspack, type Configuration } from '@rspack/core';
import path from 'node:path';

export interface BuildOptions {
  gatewayUrl: string;
  /** The public key (JWK `x`) that certifies the signing keys of license tokens. */
  licenseRootKey: string;
  /** The folder that Chrome loads. */
  output: string;
  /** The URL that the development build polls for changes. */
  reloadUrl?: string;
}

const ROOT = path.dirname(import.meta.dirname);

/**
 * Builds each entry as one classic file without lazy loading, because Chrome 88 loads no modules as worker (91) or
 * content script.
 */
export function rspackConfiguration({
  gatewayUrl,
  licenseRootKey,
  output,
  reloadUrl = '',
}: BuildOptions): Configuration {
  return {
    context: ROOT,
    mode: 'production',
    target: ['web', 'es2021'],
    // Avoid `eval`, and keep source maps out of the store's package.
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
            compress: { passes: 3, ecma: 2020, unsafe_arrows: true },
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
          // Chrome 88 supports all of ES2021.
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
        __LICENSE_ROOT_KEY__: JSON.stringify(licenseRootKey),
        __RELOAD_URL__: JSON.stringify(reloadUrl),
      }),
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'public' }, { from: 'src/pages/pages.css' }] }),
    ],
  };
}
