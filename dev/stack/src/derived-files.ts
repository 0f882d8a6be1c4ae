import { accessPage } from '@leadping/contracts/access-table';
import type { Route } from '@leadping/contracts/route';
import { ROUTES, routesOf } from '@leadping/contracts/routes';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { natsConf } from './nats-conf.ts';

const NATS_CONF = 'deploy/nats.conf';
const ACCESS_PAGE = 'docs/security/access.md';
const CONTRACTS = 'contracts/src';
const ENDPOINTS = `${CONTRACTS}/endpoints`;

/**
 * The files generated from the contracts, by path: the access matrix, the NATS permissions, and the endpoints of each
 * route file.
 */
export async function derivedFiles(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const add = async (path: string, text: string) => {
    const config = await resolveConfig(join(root, path));
    files.set(path, await format(text, { ...config, filepath: path }));
  };
  await add(ACCESS_PAGE, accessPage());
  files.set(NATS_CONF, natsConf());
  const sources = await readdir(join(root, CONTRACTS), { recursive: true });
  for (const source of sources
    .filter((file) => file.endsWith('routes.ts') || file === 'telemetry.ts')
    .sort()) {
    const module = (await import(join(root, CONTRACTS, source))) as Record<string, unknown>;
    if (routesOf(module).length === 0 || module.ROUTES === ROUTES) continue;
    await add(`${ENDPOINTS}/${source.replace(/(-routes)?\.ts$/, '.ts')}`, endpointsOf(module, source));
  }
  return files;
}

/** One line for each derived file that is missing, outdated or left over. */
export async function checkDerived(root: string, derived?: Map<string, string>): Promise<string[]> {
  const files = derived ?? (await derivedFiles(root));
  const outdated = await Promise.all(
    [...files].map(async ([path, text]) => ((await readIfThere(join(root, path))) === text ? [] : [path])),
  );
  return [...outdated.flat(), ...(await leftOver(root, files))].map(
    (path) => `${path} is not what the contracts say: run npm run openapi`,
  );
}

function endpointsOf(module: Record<string, unknown>, source: string): string {
  const contracts = `${'../'.repeat(source.split('/').length)}${source}`;
  const lines = Object.entries(module)
    .filter(([name, value]) => routesOf({ [name]: value }).length > 0)
    .map(([name, value]) => {
      if (isRoute(value)) return `export const ${name}: Endpoint<typeof routes.${name}> = ${literal(value)};`;
      const members = Object.entries(value as Record<string, Route>);
      const types = members.map(([key]) => `${key}: Endpoint<typeof routes.${name}.${key}>`);
      const values = members.map(([key, route]) => `${key}: ${literal(route)}`);
      return `export const ${name}: { ${types.join('; ')} } = { ${values.join(', ')} };`;
    });
  return [
    `// Written by \`npm run openapi\` from \`${source}\`; the types hold it to the contract.`,
    `import type { Endpoint } from '${'../'.repeat(source.split('/').length)}endpoint.ts';`,
    `import type * as routes from '${contracts}';`,
    '',
    ...lines.sort(),
  ].join('\n');
}

const isRoute = (value: unknown): value is Route => routesOf({ value })[0] === value;
const literal = ({ method, path }: Route) => `{ method: '${method}', path: '${path}' }`;

async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}

async function leftOver(root: string, files: ReadonlyMap<string, string>): Promise<string[]> {
  const found = await readdir(join(root, ENDPOINTS), { recursive: true }).catch(() => []);
  return found
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${ENDPOINTS}/${file}`)
    .filter((path) => !files.has(path));
}

/** Writes the files and removes those left over. @returns the number of files */
export async function writeDerived(root: string): Promise<number> {
  const files = await derivedFiles(root);
  for (const path of await leftOver(root, files)) await rm(join(root, path));
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return files.size;
}
