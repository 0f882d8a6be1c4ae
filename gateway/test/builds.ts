import type { BuildManifest } from '@leadping/contracts/release';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '../src/storage/integrity.ts';

export interface Build {
  manifest: BuildManifest;
  files: Record<string, string>;
}

interface BuildFacts {
  name?: string;
  version?: string;
  contract?: number;
  routes?: string[];
  /** Roles that may open its pages. */
  roles?: BuildManifest['routes'][number]['roles'];
  views?: BuildManifest['views'];
  needs?: string[];
  format?: BuildManifest['format'];
  shared?: Record<string, string>;
  sharedNames?: Record<string, string[]>;
  provides?: Record<string, string[]>;
  files?: Record<string, string>;
}

const LONG = `${'// a line that is long enough to be worth compressing\n'.repeat(40)}`;

/** Creates a small build like that of the build tools, with its files in memory. */
export function aBuild(facts: BuildFacts = {}): Build {
  const {
    name = 'mfe-storefront',
    version = '1.0.0',
    contract = 1,
    routes = [],
    roles,
    views = [],
    needs = [],
    format = 'script',
    shared = {},
    sharedNames = {},
    provides = {},
  } = facts;
  const isShell = name === 'shell';
  const entry = `${isShell ? 'main' : 'remoteEntry'}.${version.replaceAll('.', '')}0.js`;
  const files: Record<string, string> = {
    [entry]: `globalThis.loaded = '${name}@${version}';\n${LONG}`,
    ...(isShell
      ? { 'index.html': shellPage(version, entry) }
      : { 'page.css': `.${name}{color:red}\n${LONG}` }),
    ...facts.files,
  };
  return {
    files,
    manifest: {
      schema: 1,
      name: name as BuildManifest['name'],
      version,
      contract,
      entry,
      format,
      files: Object.entries(files).map(([file, content]) => ({
        path: file,
        integrity: integrityOf(Buffer.from(content)),
        bytes: Buffer.byteLength(content),
      })),
      preload: [entry],
      routes: routes.map((route) => ({ path: route, page: 'page', roles, preload: ['page.css'], needs })),
      views,
      needs,
      shared,
      sharedNames,
      provides,
    },
  };
}

export const aShell = (version = '1.0.0', facts: BuildFacts = {}) =>
  aBuild({ name: 'shell', version, ...facts });

function shellPage(version: string, entry: string): string {
  return `<!doctype html><html lang="en" data-look=""><head><title>Leadping</title><style nonce="%NONCE%">a{}</style><script nonce="%NONCE%">1</script><script crossorigin defer src="/assets/shell/${version}/${entry}"></script><!--head--></head><body><div id="root"></div></body></html>`;
}

/** Writes the build to a folder in the layout of `dist`. */
export async function writeBuild(folder: string, { manifest, files }: Build): Promise<string> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  await writeFile(path.join(folder, 'release.json'), JSON.stringify(manifest));
  return folder;
}
