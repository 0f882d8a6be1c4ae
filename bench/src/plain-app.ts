import {
  HEAD_PLACEHOLDER,
  NONCE_PLACEHOLDER,
  ORIGIN_PLACEHOLDER,
  PRERENDERED_HEAD_END,
} from '@leadping/contracts/gateway/page';
import { guideRules } from '@leadping/guides/build/rules';
import { common } from '@leadping/web-kit/build/common';
import { displayFont } from '@leadping/web-kit/build/display-font';
import { pageTemplate } from '@leadping/web-kit/build/page-template';
import { precompress } from '@leadping/web-kit/build/precompress';
import { rspack, type Configuration, type Stats } from '@rspack/core';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PUBLIC_PATH = '/assets/';
const ROOT_ELEMENT = '<div id="root"></div>';

/**
 * Builds the storefront as one plain app with the web kit's settings, and its landing page as the gateway would serve
 * it: prerendered, with inline styles and a preloaded script.
 */
export async function buildPlainApp(root: string, folder: string): Promise<void> {
  const stats = await compile(configuration(root, folder));
  const landing = filesOf(stats, 'landing.tsx');
  const prerendered = await readFile(join(root, 'mfe-storefront/dist/prerendered/index.html'), 'utf8');
  const [tags = '', body = ''] = prerendered.split(PRERENDERED_HEAD_END);
  const links = await Promise.all(landing.map((file) => linkTo(folder, file)));
  const page = join(folder, 'index.html');
  const template = await readFile(page, 'utf8');
  const html = template
    .replace(/<title>.*?<\/title>/, '')
    .replace(HEAD_PLACEHOLDER, () => links.join('') + tags.replaceAll(ORIGIN_PLACEHOLDER, 'http://localhost'))
    .replace(ROOT_ELEMENT, () => `<div id="root">${body}</div>`)
    .replaceAll(` nonce="${NONCE_PLACEHOLDER}"`, '');
  await writeFile(page, html);
  const files = await readdir(folder, { recursive: true });
  await Promise.all(files.map((file) => precompress(join(folder, file))));
}

/** Uses the same integrity as the actual load, otherwise the browser fetches the file twice. */
async function linkTo(folder: string, file: string): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(folder, file)));
  const rel = file.endsWith('.css') ? 'rel="stylesheet"' : 'rel="preload" as="script"';
  return `<link ${rel} href="${PUBLIC_PATH}${file}" integrity="sha256-${hash.digest('base64')}" crossorigin="anonymous">`;
}

function configuration(root: string, folder: string): Configuration {
  // The storefront's own name and folder, so that its styles get the class names of the prerendered page.
  const storefront = join(root, 'mfe-storefront');
  const base = common({
    name: 'mfe-storefront',
    dir: storefront,
    version: '0.0.0',
    development: false,
  });
  const font = displayFont();
  return {
    ...base,
    entry: join(import.meta.dirname, '../plain/start.ts'),
    module: {
      ...base.module,
      rules: [...(base.module?.rules ?? []), ...guideRules(join(storefront, 'guide-parts.json'))],
    },
    // One file per page, as in the storefront's own build.
    optimization: { ...base.optimization, splitChunks: { chunks: 'async', minSize: 100_000 } },
    output: { ...base.output, path: folder, publicPath: PUBLIC_PATH },
    plugins: [
      ...(base.plugins ?? []),
      new rspack.CopyRspackPlugin({ patterns: [{ from: font.file, to: font.asset }] }),
      new rspack.HtmlRspackPlugin({
        templateContent: pageTemplate(PUBLIC_PATH + font.asset),
        minify: false,
        inject: 'head',
        scriptLoading: 'defer',
      }),
    ],
  };
}

function compile(config: Configuration): Promise<Stats> {
  return new Promise((resolve, reject) => {
    const compiler = rspack(config);
    compiler.run((failure, stats) => {
      compiler.close(() => {
        if (failure) reject(failure);
        else if (!stats || stats.hasErrors()) reject(new Error(stats?.toString('errors-only')));
        else resolve(stats);
      });
    });
  });
}

/** The files of the chunk for an `import()` of this module. */
function filesOf(stats: Stats, module: string): string[] {
  const { chunks = [] } = stats.toJson({ all: false, chunks: true, chunkOrigins: true, ids: true });
  const files = chunks.flatMap((chunk) =>
    chunk.origins?.some(({ request }) => request?.endsWith(`/${module}`)) ? [...(chunk.files ?? [])] : [],
  );
  return files.filter((file) => /\.(js|css)$/.test(file));
}
