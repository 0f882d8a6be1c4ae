import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** `import`, `export … from` and `import()` of a file of the same package; types count like all else. */
const RELATIVE_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** Packages without such circles; those that still have some (contracts, svc-identity, svc-commerce) join as they lose them. */
export const LAYERED_PACKAGES = [
  'service-kit',
  'gateway',
  'svc-identity',
  'svc-licensing',
  'svc-support',
  'web-kit',
  'shell',
  'mfe-admin',
  'mfe-reseller',
  'mfe-storefront',
  'mfe-support',
];

/** Folders of a package that import each other, as `package: a and b (a/x.ts imports b/y.ts, b/y.ts imports a/z.ts)`. */
export async function checkFolders(root: string, packages: readonly string[]): Promise<string[]> {
  const pairs = await Promise.all(
    packages.map(async (name) =>
      (await mutualFolders(join(root, name, 'src'))).map((pair) => `${name}: ${pair}`),
    ),
  );
  return pairs.flat();
}

async function mutualFolders(source: string): Promise<string[]> {
  /** `from > to` with one import that shows it. */
  const imports = new Map<string, string>();
  const files = await readdir(source, { recursive: true });
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const text = await readFile(join(source, file), 'utf8');
    for (const [, target = ''] of text.matchAll(RELATIVE_IMPORT)) {
      const imported = relative(source, resolve(source, dirname(file), target));
      const [from, to] = [folderOf(file), folderOf(imported)];
      // Files beside the folders (`app.ts`, `context.ts`) tie them together and belong to none.
      if (from === '' || to === '' || from === to) continue;
      imports.set(`${from} > ${to}`, `${file} imports ${imported}`);
    }
  }
  return [...imports].flatMap(([edge, example]) => {
    const [from = '', to = ''] = edge.split(' > ');
    const back = imports.get(`${to} > ${from}`);
    return back !== undefined && from < to ? [`${from} and ${to} (${example}, ${back})`] : [];
  });
}

/** The folder right below `src`; one inside it belongs to it. */
function folderOf(file: string): string {
  const parts = file.split(sep);
  return parts.length > 1 ? (parts[0] ?? '') : '';
}
