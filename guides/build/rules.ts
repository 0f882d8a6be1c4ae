import { createRequire } from 'node:module';
import path from 'node:path';
import { type GuideLists, listGuides } from '../src/list-guides.ts';
import { GUIDES_FOLDER, readGuides } from '../src/read-guides.ts';
import { mdxOptions } from './mdx-options.ts';

const require = createRequire(import.meta.url);

const inlined = (file: string, source: () => string) => ({
  test: path.resolve(import.meta.dirname, '../src', file),
  loader: path.join(import.meta.dirname, 'inline.mjs'),
  options: { folder: GUIDES_FOLDER, source },
});

/** The source of a module of `src/lists` for bundles, with plain values only. */
export function listSource(name: keyof GuideLists): string {
  return Object.entries(listGuides(readGuides())[name])
    .map(([list, values]) => `export const ${list} = ${JSON.stringify(values)};`)
    .join('\n');
}

/** Build rules for every page that lists guides. They work in Rspack and webpack. */
export const listRules = (['slugs', 'tools', 'hub', 'documentation'] as const).map((name) =>
  inlined(`lists/${name}.ts`, () => listSource(name)),
);

function pagesSource(): string {
  const pages = readGuides().map(({ slug }) => `"docs/${slug}": () => import("../docs/${slug}.mdx")`);
  return `export const GUIDE_PAGES = { ${pages.join(', ')} };`;
}

/** Build rules for the remote that shows guides. `mdxOptions` describes `partsFile`. */
export function guideRules(partsFile: string) {
  return [
    inlined('pages.ts', pagesSource),
    { test: /\.mdx$/, loader: require.resolve('@mdx-js/loader'), options: mdxOptions(partsFile) },
  ];
}
