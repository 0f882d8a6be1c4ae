import { PathPattern, RemoteName } from '@leadping/contracts/release';
import { parseArgs } from 'node:util';

export const BUNDLERS = ['rspack', 'vite', 'webpack'] as const;

export interface NewRemote {
  /** For example `mfe-reports`. */
  name: string;
  /** For example `/reports`. */
  route: string;
  bundler: (typeof BUNDLERS)[number];
  /** A folder for a separate repository, instead of a folder in this one. */
  repository?: string;
}

export const USAGE = `npm run create-remote -- <name> [options]

Makes a remote with a page and a test: mfe-reports in a folder of this repository.

  --route <path>         the page that it shows; /reports by default
  --bundler <name>       ${BUNDLERS.join(', ')}; ${BUNDLERS[0]} by default
  --repository <folder>  a repository of its own, in a folder that is empty or does not exist
`;

/** Invalid command line: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws {UsageError} with the rule that a name, a route or a bundler violates. */
export function readArguments(args: string[]): NewRemote | 'help' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new UsageError('One name is needed.');
  if (!RemoteName.safeParse(name).success)
    throw new UsageError(`"${name}" is no name of a remote: mfe- and then letters, digits and hyphens.`);
  const route = values.route ?? `/${name.slice('mfe-'.length)}`;
  if (!PathPattern.safeParse(route).success)
    throw new UsageError(
      `"${route}" is no route: /reports, /reports/:id, or /reports/* for everything below.`,
    );
  const bundler = BUNDLERS.find((known) => known === values.bundler);
  if (!bundler) throw new UsageError(`"${values.bundler}" is no bundler: ${BUNDLERS.join(', ')}.`);
  const { repository } = values;
  return { name, route, bundler, ...(repository === undefined ? {} : { repository }) };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        route: { type: 'string' },
        bundler: { type: 'string', default: 'rspack' },
        repository: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
