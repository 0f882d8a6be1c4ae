import path from 'node:path';
import { listRules } from '@leadping/guides/build/rules';
import webpack, { type Configuration, type WebpackPluginInstance } from 'webpack';
import { containerName, REMOTE_CONTRACT } from '../../contracts/src/remote.ts';
import { ReleasePlugin } from './release-plugin.ts';
import { buildOf, type RemoteApp, versionOf } from './remote-app.ts';
import { sharesOf } from './shared.ts';

/** The webpack configuration of a remote: `export default remote({ name, dir: import.meta.dirname, routes: ROUTES })`. */
export function remote({ routes, views = [], accepts, ...app }: RemoteApp): Configuration {
  const { name, dir } = app;
  const { version } = buildOf(app);
  return {
    name,
    context: dir,
    mode: 'production',
    target: ['web', 'es2022'],
    devtool: 'hidden-source-map',
    entry: {},
    output: {
      path: path.join(dir, 'dist'),
      clean: true,
      uniqueName: name,
      publicPath: 'auto',
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      cssChunkFilename: '[name].[contenthash:8].css',
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      crossOriginLoading: 'anonymous',
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      conditionNames: ['source', 'import', 'module', 'browser', 'default'],
    },
    // The page's import map has the hash of every module: nothing of the build needs to know them.
    experiments: { css: true, outputModule: true },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          loader: 'swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic' } },
              target: 'es2022',
            },
          },
        },
        ...listRules,
        { test: /\.module\.css$/, type: 'css/module' },
      ],
      parser: { 'css/module': { namedExports: false } },
      generator: { 'css/module': { localIdentName: `${name}-[hash:base64:6]` } },
    },
    performance: false,
    stats: 'errors-warnings',
    plugins: [
      new webpack.DefinePlugin({ __APP__: JSON.stringify({ name, version }) }),
      // webpack's own: `@module-federation/enhanced` 2.9 imports a module that webpack 5.112 no longer has.
      new webpack.container.ModuleFederationPlugin({
        name: containerName(name),
        library: { type: 'module' },
        filename: 'remoteEntry.[contenthash:8].js',
        exposes: { './remote': { import: './src/remote.tsx', name: 'remote' } },
        shared: sharesOf('remote', versionOf, accepts),
      }),
      // It reads the statistics of a compilation, which both bundlers write alike.
      new ReleasePlugin({
        name,
        version,
        contract: REMOTE_CONTRACT,
        format: 'module',
        routes,
        views,
        accepts,
      }) as unknown as WebpackPluginInstance,
    ],
  };
}
