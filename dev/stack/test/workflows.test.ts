import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../src/root.ts';

interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}
interface Workflow {
  on: Record<'push' | 'pull_request', { paths: string[] }>;
  permissions?: Record<string, string>;
  jobs: Record<
    string,
    { uses?: string; with?: Record<string, string>; steps?: Step[]; permissions?: Record<string, string> }
  >;
}

const FOLDER = join(ROOT, '.github/workflows');
const files = readdirSync(FOLDER);
const workflow = (file: string) => parse(readFileSync(join(FOLDER, file), 'utf8')) as Workflow;
const folders = readdirSync(ROOT).filter((name) => /^(svc-|mfe-)|^(gateway|shell)$/.test(name));

/** Folders of the root that a package needs, tests included, and what these are made of. */
function needs(name: string): string[] {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(ROOT, name, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>;
  return [
    ...foldersOf(devDependencies),
    ...foldersOf(dependencies).flatMap((each) => [each, ...madeOf(each)]),
  ];
}

function madeOf(name: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, name, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  return foldersOf(dependencies).flatMap((each) => [each, ...madeOf(each)]);
}

const foldersOf = (packages: Record<string, string>) =>
  Object.keys(packages)
    .filter((each) => each.startsWith('@leadping/'))
    .map((each) => each.replace('@leadping/', '').replace(/^dev-/, 'dev/'));

/** What every build depends on; the release command then compares the files, and releases nothing where they are the same. */
const OF_ALL = ['package.json', 'package-lock.json', 'tsconfig*.json'];

describe('the workflows', () => {
  it.each(folders)('of %s runs when something of it or of what it needs changed', (name) => {
    const { on, jobs } = workflow(`${name}.yml`);
    expect(on.pull_request.paths).toEqual(on.push.paths);
    for (const each of [name, ...needs(name)]) expect(on.push.paths).toContain(`${each}/**`);
    const [job] = Object.values(jobs);
    const called = job?.uses?.replace('./', '');
    expect(on.push.paths).toEqual(
      expect.arrayContaining([...OF_ALL, called, `.github/workflows/${name}.yml`]),
    );
    expect([job?.with?.process, job?.with?.remote]).toContain(name);
  });

  it.each(folders)('of %s does not run when something else changed', (name) => {
    const known = [name, ...needs(name)].map((each) => `${each}/**`);
    const others = workflow(`${name}.yml`).on.push.paths.filter(
      (each) => each.endsWith('/**') && !known.includes(each),
    );
    // The shell's tests and the list of guides; the pages that the image of the gateway contains.
    const allowed = name === 'gateway' ? /^(shell|web-kit|mfe-\w+)\// : /^(test-kit|guides|dev\/\w+)\//;
    expect(others.filter((each) => !allowed.test(each))).toEqual([]);
  });

  it('release a remote only where its files differ from those released', () => {
    const runs = Object.values(workflow('remote.yml').jobs).flatMap(({ steps = [] }) => steps);
    const releases = runs
      .flatMap(({ run = '' }) => run.split('\n'))
      .filter((line) => / release -w /.test(line));
    expect(releases).toHaveLength(2);
    for (const line of releases) expect(line).toMatch(/--if-changed|--preview/);
  });

  it('of the gateway names every page that its image contains', () => {
    const carried = workflow('gateway.yml').jobs.service?.with?.carries?.split(' ') ?? [];
    const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
    const copied = [...dockerfile.matchAll(/ \/app\/releases\/(\S+)/g)].map((match) => match[1]);
    expect(copied.length).toBeGreaterThan(0);
    expect(carried.toSorted()).toEqual([...copied, 'web-kit'].toSorted());
    expect(workflow('gateway.yml').on.push.paths).toEqual(
      expect.arrayContaining(carried.map((each) => `${each}/**`)),
    );
  });

  it.each(files)('%s says its permissions and pins what it uses', (file) => {
    const { permissions, jobs } = workflow(file);
    expect(permissions).toBeDefined();
    for (const job of Object.values(jobs)) {
      const used = [job.uses, ...(job.steps ?? []).map(({ uses }) => uses)].filter(
        (each) => each !== undefined,
      );
      for (const each of used) expect(each).toMatch(/^(\.\/|[\w/-]+@[0-9a-f]{40}$)/);
      expect(Object.keys(job.permissions ?? {})).not.toContain('id-token');
    }
  });

  it('give the release token to a job in which no dependency runs a script', () => {
    const jobs = Object.entries(workflow('remote.yml').jobs);
    const holders = jobs.filter(([, { steps = [] }]) => steps.some(({ env = {} }) => 'RELEASE_TOKEN' in env));
    expect(holders.map(([name]) => name)).toEqual(['release']);
    const runs = holders.flatMap(([, { steps = [] }]) => steps.flatMap(({ run = '' }) => run.split('\n')));
    const installs = runs.filter((line) => /npm (install|ci)\b/.test(line));
    expect(installs).toHaveLength(1);
    expect(installs[0]).toContain('--ignore-scripts');
    // Tests, linters and a restored cache are on another machine.
    expect(runs.join('\n')).not.toMatch(/jest|oxlint|prettier|tsc/);
    expect(JSON.stringify(holders)).not.toContain('"cache"');
  });

  it('look for known weaknesses of what is shipped every day, without a script of a dependency', () => {
    const { on, jobs } = workflow('advisories.yml');
    expect((on as unknown as { schedule: { cron: string }[] }).schedule[0]?.cron).toMatch(
      /^\d+ \d+ \* \* \*$/,
    );
    expect(on.pull_request.paths).toContain('package-lock.json');
    const runs = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []));
    expect(runs).toEqual(['npm audit --package-lock-only --omit=dev --audit-level=moderate']);
  });

  it('only the publishing of an image may write, and only packages', () => {
    const writers = files
      .filter((file) => file === 'service.yml' || file === 'remote.yml')
      .flatMap((file) =>
        Object.entries(workflow(file).jobs).flatMap(([name, { permissions = {} }]) =>
          Object.entries(permissions)
            .filter(([, access]) => access !== 'read')
            .map(([scope]) => `${file} ${name} ${scope}`),
        ),
      );
    expect(writers).toEqual(['service.yml publish packages']);
  });
});
