import { run } from '@leadping/dev-machine/run';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NewRemote } from './arguments.ts';
import { FROM_SOURCES } from './scripts.ts';
import { sizeBudgetFor } from './size-budget.ts';
import { marksOf, writeTemplates } from './templates.ts';

/** Packages that build, check and release a remote. */
const PACKAGES = ['contracts', 'guides', 'web-kit', 'tools/release'];

const TOOLS = [
  '@module-federation/enhanced',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'oxc-parser',
  'tsx',
  'typescript',
];
const BUNDLER_TOOLS: Record<NewRemote['bundler'], string[]> = {
  rspack: [
    '@fontsource/bricolage-grotesque',
    '@rspack/cli',
    '@rspack/core',
    '@rspack/plugin-react-refresh',
    'react-refresh',
  ],
  vite: ['@module-federation/vite', 'vite'],
  webpack: ['@swc/core', 'swc-loader', 'webpack', 'webpack-cli'],
};

/**
 * Writes a working remote into a separate repository, which contains only four of our packages in `packages/`.
 *
 * @param root this repository, which contains the packages
 * @returns the absolute paths of the files
 * @throws {Error} if the folder is a file or contains more than `.git`, so that nothing is overwritten
 */
export async function writeRepository(root: string, folder: string, remote: NewRemote): Promise<string[]> {
  const there = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error.code === 'ENOTDIR' ? new Error(`${folder} is a file.`) : error;
  });
  if (there.some((name) => name !== '.git')) throw new Error(`${folder} is not empty.`);
  await packInto(path.join(folder, 'packages'), root);
  const manifest = path.join(folder, 'package.json');
  await writeFile(manifest, `${JSON.stringify(await manifestOf(root, remote), null, 2)}\n`);
  const marks = marksOf(remote);
  return [
    manifest,
    ...(await writeTemplates('repository', folder, marks)),
    ...(await writeTemplates('source', path.join(folder, 'src'), marks)),
    ...(await writeTemplates(remote.bundler, folder, marks)),
  ];
}

/** Packs the packages. Leaves nothing behind after a failure, so that the next attempt finds the folder empty. */
async function packInto(packages: string, root: string): Promise<void> {
  const packed = await mkdtemp(path.join(tmpdir(), 'leadping-packages-'));
  const workspaces = PACKAGES.flatMap((name) => ['-w', name]);
  try {
    await run('npm', ['pack', '--silent', '--pack-destination', packed, ...workspaces], { cwd: root });
    await cp(packed, packages, { recursive: true });
  } finally {
    await rm(packed, { recursive: true });
  }
}

/** The `package.json` of the remote, with the versions that this repository uses. */
async function manifestOf(root: string, { name, bundler }: NewRemote) {
  const [own, webKit, ...others] = await Promise.all(
    ['.', 'web-kit', ...PACKAGES].map((folder) => readManifest(path.join(root, folder))),
  );
  const versions = { ...own?.devDependencies, ...webKit?.devDependencies, ...webKit?.dependencies };
  const versionsOf = (names: string[]) => Object.fromEntries(names.map((each) => [each, versions[each]]));
  return {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: {
      build: `${FROM_SOURCES} ${bundler} build`,
      test: `tsc -p . && ${FROM_SOURCES} node --test test/*.test.ts`,
      override: 'leadping-override',
      release: 'leadping-release',
    },
    sizeBudget: sizeBudgetFor(bundler),
    dependencies: {
      ...Object.fromEntries(
        others.map((our) => [
          our.name,
          `file:packages/${our.name.slice(1).replace('/', '-')}-${our.version}.tgz`,
        ]),
      ),
      ...versionsOf(['react']),
    },
    devDependencies: versionsOf([...TOOLS, ...BUNDLER_TOOLS[bundler]].toSorted()),
  };
}

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;
