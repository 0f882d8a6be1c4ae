import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Compiler, type Configuration, rspack } from '@rspack/core';
import { PRERENDERED_HEAD_END, type PageVariant, prerenderedFile } from '../../contracts/src/gateway/page.ts';

interface Renderer {
  renderPage(path: string, variant: PageVariant): Promise<{ head: string; body: string }>;
}

const NAME = 'PrerenderPlugin';
const RENDERER = path.resolve(import.meta.dirname, '../src/prerender/render-page.tsx');
const VARIANTS = ['own', 'tenant'] as const satisfies PageVariant[];

/** The pages once more, for Node: the same sources and class names, in one file. */
function rendererConfig(page: Configuration, version: string, dir: string): Configuration {
  return {
    ...page,
    name: 'prerender',
    target: 'node20',
    devtool: false,
    // React's renderer for browsers would keep the process alive.
    resolve: {
      ...page.resolve,
      alias: {
        ...page.resolve?.alias,
        'remote-to-render$': path.join(page.context ?? '', 'src/remote.tsx'),
      },
      conditionNames: ['source', 'node', 'import', 'module', 'default'],
    },
    entry: RENDERER,
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
        for (const [file, html] of await this.#render()) compilation.emitAsset(file, new RawSource(html));
      });
    });
  }

  async #render(): Promise<[file: string, html: string][]> {
    const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'prerender-'));
    try {
      await compile(rendererConfig(this.#page, this.#version, dir));
      const { default: renderer } = (await import(pathToFileURL(path.join(dir, 'renderer.cjs')).href)) as {
        default: Renderer;
      };
      const pages = await Promise.all(this.#routes.map((route) => renderVariants(renderer, route)));
      return pages.flat();
    } finally {
      await fs.rm(dir, { recursive: true });
    }
  }
}

/** The page as it is before any reply, and the variants that differ from it. */
async function renderVariants(
  { renderPage }: Renderer,
  route: string,
): Promise<[file: string, html: string][]> {
  const render = async (variant: PageVariant): Promise<[string, string]> => {
    const { head, body } = await renderPage(route, variant);
    return [prerenderedFile(route, variant), head + PRERENDERED_HEAD_END + body];
  };
  const plain = await render('plain');
  const variants = await Promise.all(VARIANTS.map(render));
  return [plain, ...variants.filter(([, html]) => html !== plain[1])];
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
