import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url).pathname;

/** The source files of a package's folder, with path from the root and text. */
export function sourceFiles(packageName: string, folder = 'src'): { path: string; text: string }[] {
  return readdirSync(`${ROOT}${packageName}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mdx?)$/.test(file))
    .map((file) => `${packageName}/${folder}/${file}`)
    .map((path) => ({ path, text: readFileSync(ROOT + path, 'utf8') }));
}
