import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CompileOptions } from '@mdx-js/mdx';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import { importParts } from './import-parts.ts';
import { shapeGuide } from './shape-guide.ts';

/**
 * Options that compile a guide into a page module, for the build and for tests.
 * @param partsFile JSON of the names that a guide may use, each with its module relative to the file's folder
 */
export function mdxOptions(partsFile: string): CompileOptions {
  const parts = JSON.parse(readFileSync(partsFile, 'utf8')) as Record<string, string>;
  const modules = Object.fromEntries(
    Object.entries(parts).map(([name, from]) => [
      name,
      from.startsWith('.') ? path.resolve(path.dirname(partsFile), from) : from,
    ]),
  );
  return {
    remarkPlugins: [remarkFrontmatter, remarkGfm],
    rehypePlugins: [shapeGuide, [importParts, modules]],
  };
}
