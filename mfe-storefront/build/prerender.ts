import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PRERENDERED_HEAD_END, prerenderedFile } from '../../contracts/src/gateway/page.ts';
import { type Compiler, type Configuration, rspack } from '@rspack/core';
import type { RenderedPage } from './render-page.tsx';

interface Renderer {
  renderPage(path: string): Promise<RenderedPage>;
}

const NAME = 'PrerenderPlugin';

/** The pages once more, for Node: the same sources and class names, in one file. */
function rendererConfig(page: Configuration, version: string, dir: string): Configuration {
  return {
    ...page,
    name: 'prerender',
    target: 'node20',
    devtool: false,
    // React's renderer for browsers would keep the process alive.
    resolve: { ...page.resolve, conditionNames: ['source', 'node', 'import', 'module', 'default'] },
    entry: path.join(import.meta.dirname, 'render-page.tsx'),
    plugins: [
      new rspack.DefinePlugin({ __APP__: JSON.stringify({ name: page.name, version }) }),
      new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
    optimization: { minimize: false },
    output: {
      ...page.output,
      path: dir,
      filename: 'renderer.cjs',
      library: { type: 'commonjs2' },
      publicPath: `/assets/${page.name}/${version}/`,
    },
  };
}

function compile(config: Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(config);
    compiler.run((failure, stats) => {
      compiler.close(() => {
        if (failure) reject(failure);
        else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
        else resolve();
      });
    });
  });
}

/** Renders the pages and adds them to the build, before its files are listed and hashed. */
class PrerenderPlugin {
  readonly #page: Configuration;
  readonly #version: string;
  readonly #routes: readonly string[];

  constructor(page: Configuration, version: string, routes: readonly string[]) {
    this.#page = page;
    this.#version = version;
    this.#routes = routes;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tapPromise(NAME, async () => {
        const { RawSource } = compiler.webpack.sources;
        for (const [route, { head, body }] of await this.#render()) {
          compilation.emitAsset(prerenderedFile(route), new RawSource(head + PRERENDERED_HEAD_END + body));
        }
      });
    });
  }

  async #render(): Promise<[string, RenderedPage][]> {
    const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'prerender-'));
    try {
      await compile(rendererConfig(this.#page, this.#version, dir));
      const { default: renderer } = (await import(pathToFileURL(path.join(dir, 'renderer.cjs')).href)) as {
        default: Renderer;
      };
      return await Promise.all(
        this.#routes.map(async (route): Promise<[string, RenderedPage]> => [
          route,
          await renderer.renderPage(route),
        ]),
      );
    } finally {
      await fs.rm(dir, { recursive: true });
    }
  }
}

/**
 * Adds the HTML of pages to a production build. The gateway sends it with the page, so that it can be read before any
 * script has run.
 */
export function withPrerendered(
  page: Configuration,
  version: string,
  routes: readonly string[],
): Configuration {
  return { ...page, plugins: [new PrerenderPlugin(page, version, routes), ...(page.plugins ?? [])] };
}
