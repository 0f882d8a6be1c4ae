import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { madeOf, workspaceDependencies } from './made-of.ts';
import { ROOT } from './root.ts';

/** Files and folders that affect every package. A release compares the built files and releases only changes. */
const ALL = [
  'package.json',
  'package-lock.json',
  'test-kit/',
  '.github/workflows/packages.yml',
  'dev/stack/src/affected-packages.ts',
  'dev/stack/src/made-of.ts',
];
const REMOTES = ['.github/workflows/remote.yml'];
const PROCESSES = ['.github/workflows/service.yml', 'deploy/Dockerfile', 'jest.config.mjs', 'dev/jest/'];
const TYPE_SETTINGS = /^tsconfig[^/]*\.json$/;

interface Affected {
  remotes: string[];
  processes: { process: string; carries: string }[];
}

/**
 * The remotes (with the shell) and processes that the changed files affect: those in which a file is, or that are built
 * or tested with it according to `package.json`. `carries` names the folders that the gateway's image contains.
 */
export async function findAffected(root: string, changed: readonly string[]): Promise<Affected> {
  const folders = (await readdir(root)).toSorted();
  const remotes = folders.filter((name) => name === 'shell' || name.startsWith('mfe-'));
  const processes = folders.filter((name) => name === 'gateway' || name.startsWith('svc-'));
  const carried = processes.includes('gateway') ? await carriedByGateway(root) : [];
  const keepAffected = async (names: readonly string[], shared: readonly string[]) => {
    const isAffected = await Promise.all(
      names.map(async (name) => {
        const pages = name === 'gateway' ? carried : [];
        const sources = [...(await neededFolders(root, name)), ...pages].map((folder) => `${folder}/`);
        return changed.some((file) => isPartOf(file, [...ALL, ...shared, ...sources]));
      }),
    );
    return names.filter((_, index) => isAffected[index]);
  };
  const affected = await keepAffected(processes, PROCESSES);
  return {
    remotes: await keepAffected(remotes, REMOTES),
    processes: affected.map((process) => ({
      process,
      carries: process === 'gateway' ? carried.join(' ') : '',
    })),
  };
}

function isPartOf(file: string, sources: readonly string[]): boolean {
  return (
    TYPE_SETTINGS.test(file) ||
    sources.some((source) => (source.endsWith('/') ? file.startsWith(source) : file === source))
  );
}

async function neededFolders(root: string, name: string): Promise<string[]> {
  return [...(await madeOf(root, name)), ...(await workspaceDependencies(root, name, 'devDependencies'))];
}

/** Folders of the pages in the gateway's image and of their dependencies, without those in every image. */
async function carriedByGateway(root: string): Promise<string[]> {
  const dockerfile = await readFile(join(root, 'deploy/Dockerfile'), 'utf8');
  const pages = [...dockerfile.matchAll(/ \/app\/releases\/(\S+)/g)].map(([, name = '']) => name);
  const made = await Promise.all(pages.map((page) => madeOf(root, page)));
  return [...new Set(made.flat())].filter((name) => name !== 'contracts');
}

/** Prints the affected packages of the changed files on standard input (`git diff -z`) as outputs of a workflow step. */
if (process.argv[1] === import.meta.filename) {
  const changed = (await text(process.stdin)).split('\0').filter(Boolean);
  for (const [name, value] of Object.entries(await findAffected(ROOT, changed)))
    console.log(`${name}=${JSON.stringify(value)}`);
}
