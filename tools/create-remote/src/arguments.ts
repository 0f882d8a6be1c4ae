import { PathPattern, RemoteName } from '@leadping/contracts/release';
import { parseArgs } from 'node:util';

export const BUNDLERS = ['rspack', 'vite', 'webpack'] as const;

export interface NewRemote {
  /** As in `mfe-reports`. */
  name: string;
  /** As in `/reports`. */
  route: string;
  bundler: (typeof BUNDLERS)[number];
  /** A folder that becomes a repository of its own, in place of a folder in this one. */
  repository?: string;
}

export const USAGE =
  'npm run create-remote -- mfe-reports --route /reports [--bundler rspack|vite|webpack] [--repository ../reports]';

/** @throws {Error} with the rule that a name, a route or a bundler breaks. */
export function readArguments(args: string[]): NewRemote {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      route: { type: 'string' },
      bundler: { type: 'string', default: 'rspack' },
      repository: { type: 'string' },
    },
  });
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new Error('One name is needed.');
  if (!RemoteName.safeParse(name).success)
    throw new Error(`"${name}" is no name of a remote: mfe- and then letters, digits and hyphens.`);
  const route = values.route ?? `/${name.slice('mfe-'.length)}`;
  if (!PathPattern.safeParse(route).success)
    throw new Error(`"${route}" is no route: /reports, /reports/:id, or /reports/* for everything below.`);
  const bundler = BUNDLERS.find((known) => known === values.bundler);
  if (!bundler) throw new Error(`"${values.bundler}" is no bundler: ${BUNDLERS.join(', ')}.`);
  const { repository } = values;
  return { name, route, bundler, ...(repository === undefined ? {} : { repository }) };
}
