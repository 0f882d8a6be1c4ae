import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { RouteTable, ViewTable } from '../../contracts/src/remote.ts';
import type { Build } from './common.ts';
import { type Accepts, packageOf } from './shared.ts';

/** A remote's description for its build, independent of the bundler. */
export interface RemoteApp {
  /** The workspace's folder name, also the name in the release document: `mfe-storefront`. */
  name: string;
  /** The workspace's folder: `import.meta.dirname`. */
  dir: string;
  routes: RouteTable;
  views?: ViewTable;
  /**
   * Paths whose pages are the same for every visitor until a service has replied. Their HTML is generated at build
   * time.
   */
  prerender?: readonly string[];
  /**
   * Ranges of shared packages during a major upgrade of one: `{ react: '^19 || ^20', 'react-dom': '^19 || ^20' }`.
   * Without it the remote accepts the major version that it is built with, from this minor version on.
   */
  accepts?: Accepts;
}

export interface Tables {
  routes: RouteTable;
  views: ViewTable;
}

/** The declarations of a remote in its release. */
export type Declared = Tables & Pick<RemoteApp, 'accepts'>;

export interface Arguments {
  mode?: 'production' | 'development' | 'none';
}

export type Environment = Record<string, unknown>;

const require = createRequire(import.meta.url);

function readVersion(dir: string): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

/** The app to build, and the version under which its files are published. */
export function buildOf(
  app: { name: string; dir: string },
  env: Environment = {},
  args: Arguments = {},
): Build {
  const development = args.mode === 'development';
  const wanted = env.version ?? process.env.RELEASE_VERSION;
  const version = development ? 'dev' : typeof wanted === 'string' ? wanted : readVersion(app.dir);
  return { ...app, version, development };
}

/** The version of a shared package; modules of the web kit carry the web kit's own. */
export function versionOf(share: string): string {
  const name = packageOf(share);
  if (name === '@leadping/web-kit') return readVersion(path.resolve(import.meta.dirname, '..'));
  return (require(`${name}/package.json`) as { version: string }).version;
}
