import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileSync } from '@mdx-js/mdx';
import { tsImport } from 'tsx/esm/api';

const FOLDERS = ['../docs', '../src', '.'].map((folder) => path.resolve(import.meta.dirname, folder));
const files = FOLDERS.flatMap((parentPath) =>
  readdirSync(parentPath, { recursive: true }).map((name) => path.join(parentPath, name)),
)
  .filter((file) => path.extname(file))
  .sort();
const { mdxOptions } = await tsImport('./mdx-options.ts', import.meta.url);
let options;

/** The cache key of a guide, which depends on the titles of the others and on the guide compiler. */
function fingerprint(source, file, { configString }) {
  const hash = createHash('sha256').update(source).update(file).update(configString);
  for (const each of files) hash.update(readFileSync(each));
  return hash.digest('hex');
}

/** Compiles guides like the build of the pages. */
export default {
  getCacheKey: fingerprint,
  process(source, file, { transformerConfig }) {
    options ??= mdxOptions(transformerConfig.partsFile);
    return { code: String(compileSync({ value: source, path: file }, options)) };
  },
};
