import { describe, expect, it } from '@jest/globals';
import { SERVICES } from '@leadping/contracts/services';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from '../src/root.ts';

interface Instruction {
  name: string;
  text: string;
}
interface Stage {
  name: string;
  /** The base stage, if it is in this file. */
  from: string;
  instructions: Instruction[];
}
interface Locked {
  /** The target of a link: a workspace package. */
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const stages = readStages(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'));

function readStages(dockerfile: string): Map<string, Stage> {
  const found = new Map<string, Stage>();
  let stage: Stage | undefined;
  const lines = dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n');
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    const [, from = '', own = ''] = (name === 'FROM' && /^(\S+) AS (\S+)$/.exec(text)) || [];
    if (own) found.set(own, (stage = { name: own, from, instructions: [] }));
    else if (name) stage?.instructions.push({ name, text });
  }
  return found;
}

/** All instructions of a stage, including its base stages. */
function instructionsOf(name: string): Instruction[] {
  const stage = stages.get(name);
  return stage ? [...instructionsOf(stage.from), ...stage.instructions] : [];
}

/** Files in the image of a process that are copied from another stage's `/app`, as paths in the repository. */
function copiedFrom(source: string, process: string): string[] {
  const target = process === 'gateway' ? 'gateway' : 'production';
  return instructionsOf(target).flatMap(({ name, text }) => {
    const [, from, path = '', place] = /^--from=(\S+) \/app\/(\S+) (\S+)$/.exec(text) ?? [];
    const isMeant = name === 'COPY' && from === source && (place === path || place === './');
    return isMeant ? [path.replaceAll('${PROCESS}', process)] : [];
  });
}

/** Resolves `name` from a package of the lockfile, like Node.js. */
function findPackage(from: string, name: string): string | undefined {
  const folders = from.split('/');
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    if (folders[depth - 1] === 'node_modules') continue;
    const path = posix.join(...folders.slice(0, depth), 'node_modules', name);
    if (packages[path]) return path;
  }
  return undefined;
}

/**
 * Every package that a process may load, as a path in the lockfile. Workspace packages are given by their folders.
 */
function neededBy(process: string): string[] {
  const needed = new Set([process]);
  for (const path of needed) {
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) {
      const found = findPackage(path, name);
      if (!found) throw new Error(`the lockfile has no ${name} for ${path}`);
      const { link, resolved = '' } = packages[found] ?? {};
      needed.add(found);
      if (link) needed.add(resolved);
    }
  }
  return [...needed];
}

const isIn = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`);

describe('deploy/Dockerfile', () => {
  it.each(SERVICES)('copies every package that %s may load, including nested ones', (process) => {
    const libraries = copiedFrom('libraries', process);
    const needed = neededBy(process);
    expect(needed.length).toBeGreaterThan(50);
    expect(needed.filter((path) => !libraries.some((folder) => isIn(folder, path)))).toEqual([]);
  });

  it('fails this test if it copies only the top node_modules', () => {
    const nested = neededBy('svc-identity').filter((path) => !isIn('node_modules', path));
    expect(nested).toEqual(expect.arrayContaining(['svc-identity/node_modules/p-limit']));
  });

  it.each(SERVICES)('copies the compiled output of %s and its workspace dependencies', (process) => {
    const folders = neededBy(process).filter((path) => !path.includes('node_modules'));
    expect(folders.toSorted()).toEqual(['contracts', 'service-kit', process].toSorted());
    const built = copiedFrom('build', process);
    expect(built).toEqual(expect.arrayContaining(folders.map((folder) => `${folder}/dist`)));
    // Later copies overwrite earlier ones.
    const lines = instructionsOf('production').map(({ text }) => text.replaceAll('${PROCESS}', process));
    for (const folder of folders) {
      const [libraries, dist] = [`/app/${folder} ${folder}`, `/app/${folder}/dist ${folder}/dist`];
      const placeOf = (end: string) => lines.findIndex((line) => line.endsWith(end));
      expect(placeOf(libraries)).toBeGreaterThan(-1);
      expect(placeOf(dist)).toBeGreaterThan(placeOf(libraries));
    }
  });

  it('removes the tests of a process before it installs its libraries', () => {
    const runs = instructionsOf('libraries').filter(({ name }) => name === 'RUN');
    const [forget = '', install = ''] = runs.map(({ text }) => text);
    const workspaces = (text: string) => text.match(/-w \S+/g);
    expect(forget).toMatch(/^npm pkg delete devDependencies -w /);
    expect(install).toMatch(/^npm install .*--omit=dev .*-w /);
    expect(workspaces(forget)).toEqual(workspaces(install));
  });

  it.each(['production', 'gateway'])(
    'runs %s as a user without rights, and nothing that needs some',
    (target) => {
      const users = instructionsOf(target).filter(({ name }) => name === 'USER');
      expect(users.at(-1)?.text).toBe('node');
      let user = 'root';
      const refused = instructionsOf(target).filter(({ name, text }) => {
        if (name === 'USER') user = text;
        // `/app` belongs to root.
        return name === 'RUN' && user !== 'root' && text.includes('/app');
      });
      expect(refused).toEqual([]);
    },
  );

  it('fails its build if one of several commands fails', () => {
    const loops = [...stages.keys()]
      .flatMap(instructionsOf)
      .filter(({ name, text }) => name === 'RUN' && /\bdo\b/.test(text));
    expect(loops.length).toBeGreaterThan(0);
    for (const { text } of loops) expect(text).toMatch(/\|\| exit 1; done/);
  });
});
