import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** `import`, `export … from` and `import()` of a file in the same package, including types. */
// oxlint-disable-next-line regexp/no-super-linear-backtracking -- our own sources
const RELATIVE_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;
const CODE = /\.(?:tsx?|m?js)$/;
const NOT_OURS = /(?:^|[/\\])(?:node_modules|dist|build|template)[/\\]/;

/** The levels at which a package's folders are compared: the package, its source and its tests. */
const LEVELS = ['', 'src', 'test'];

/** Folders by name, each with its imported folders and an example import. */
type Graph = Map<string, Map<string, string>>;

/**
 * Folders of a package that import each other directly or indirectly, as `package: a > b > a (a/x.ts imports
 * b/y.ts, b/y.ts imports a/z.ts)`. Covers every package of the workspace.
 */
export async function checkFolders(root: string): Promise<string[]> {
  const found = await Promise.all(
    (await listPackages(root)).flatMap((name) =>
      LEVELS.map(async (level) =>
        findCircles(await readGraph(join(root, name, level))).map((circle) => `${name}: ${circle}`),
      ),
    ),
  );
  return found.flat();
}

async function listPackages(root: string): Promise<string[]> {
  const { workspaces } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  const entries = await readdir(root, { withFileTypes: true });
  const beside = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return workspaces.flatMap((pattern) =>
    pattern.endsWith('*') ? beside.filter((name) => name.startsWith(pattern.slice(0, -1))) : [pattern],
  );
}

async function readGraph(folder: string): Promise<Graph> {
  const graph: Graph = new Map();
  const exists = await access(folder).then(
    () => true,
    () => false,
  );
  if (!exists) return graph;
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => CODE.test(name) && !NOT_OURS.test(name))) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const [, target = ''] of text.matchAll(RELATIVE_IMPORT)) {
      const imported = relative(folder, resolve(folder, dirname(file), target));
      const [from, to] = [folderOf(file), folderOf(imported)];
      // Files beside the folders (`app.ts`, `context.ts`) connect the folders and belong to none.
      if (from === '' || to === '' || from === to) continue;
      const imports = graph.get(from) ?? new Map<string, string>();
      graph.set(from, imports.set(to, `${file} imports ${imported}`));
    }
  }
  return graph;
}

/** The shortest cycle through each folder, without duplicates. */
function findCircles(graph: Graph): string[] {
  const circles = new Map<string, string>();
  for (const start of [...graph.keys()].toSorted()) {
    const path = shortestWayBack(graph, start);
    if (!path) continue;
    const key = path.toSorted().join();
    if (circles.has(key)) continue;
    const examples = path.map((from, index) => graph.get(from)?.get(path[index + 1] ?? start));
    circles.set(key, `${[...path, start].join(' > ')} (${examples.join(', ')})`);
  }
  return [...circles.values()];
}

function shortestWayBack(graph: Graph, start: string): string[] | null {
  const waiting = [[start]];
  const seen = new Set<string>();
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    for (const next of graph.get(path.at(-1) ?? '')?.keys() ?? []) {
      if (next === start) return path;
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push([...path, next]);
    }
  }
  return null;
}

/** The top-level folder of a file. Empty for files outside of all folders. */
function folderOf(file: string): string {
  const [top = '', ...rest] = file.split(sep);
  return rest.length > 0 && top !== '..' ? top : '';
}
