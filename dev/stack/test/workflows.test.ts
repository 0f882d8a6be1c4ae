import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { madeOf, workspaceDependencies } from '../src/made-of.ts';
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

/** Folders that a package needs, tests included. */
async function needs(name: string): Promise<string[]> {
  const made = await madeOf(ROOT, name);
  return [...made, ...(await workspaceDependencies(ROOT, name, 'devDependencies'))];
}

/** Folders of the pages that the image of the gateway contains, and what these are made of. */
async function carriedByGateway(): Promise<string[]> {
  const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
  const pages = [...dockerfile.matchAll(/ \/app\/releases\/(\S+)/g)].map(([, name = '']) => name);
  const made = await Promise.all(pages.map((page) => madeOf(ROOT, page)));
  return [...new Set(made.flat())];
}

/** What every build depends on; the release command then compares the files, and releases nothing where they are the same. */
const OF_ALL = ['package.json', 'package-lock.json', 'tsconfig*.json'];

describe('the workflows', () => {
  it.each(folders)('of %s runs when something of it or of what it needs changed', async (name) => {
    const { on, jobs } = workflow(`${name}.yml`);
    expect(on.pull_request.paths).toEqual(on.push.paths);
    for (const each of await needs(name)) expect(on.push.paths).toContain(`${each}/**`);
    const [job] = Object.values(jobs);
    const called = job?.uses?.replace('./', '');
    expect(on.push.paths).toEqual(
      expect.arrayContaining([...OF_ALL, called, `.github/workflows/${name}.yml`]),
    );
    expect([job?.with?.process, job?.with?.remote]).toContain(name);
  });

  it.each(folders)('of %s does not run when something else changed', async (name) => {
    const carried = name === 'gateway' ? await carriedByGateway() : [];
    const known = [...(await needs(name)), ...carried].map((each) => `${each}/**`);
    const others = workflow(`${name}.yml`).on.push.paths.filter(
      (each) => each.endsWith('/**') && !known.includes(each),
    );
    // The shell's tests need it by way of the web kit's.
    expect(others.filter((each) => each !== 'test-kit/**')).toEqual([]);
  });

  it('release a remote only where its files differ from those released', () => {
    const runs = Object.values(workflow('remote.yml').jobs).flatMap(({ steps = [] }) => steps);
    const releases = runs
      .flatMap(({ run = '' }) => run.split('\n'))
      .filter((line) => / release -w /.test(line));
    expect(releases).toHaveLength(2);
    for (const line of releases) expect(line).toMatch(/--if-changed|--preview/);
  });

  it('of the gateway names everything that the pages in its image are made of', async () => {
    const named = workflow('gateway.yml').jobs.service?.with?.carries?.split(' ') ?? [];
    const carried = await carriedByGateway();
    expect(carried).toEqual(expect.arrayContaining(['shell', 'mfe-admin', 'web-kit', 'guides', 'extension']));
    // `service.yml` names these two for every process.
    expect([...named, 'contracts', 'service-kit'].toSorted()).toEqual(
      [...new Set([...carried, 'service-kit'])].toSorted(),
    );
    const { paths } = workflow('gateway.yml').on.push;
    expect(paths).toEqual(expect.arrayContaining(named.map((each) => `${each}/**`)));
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

  it('run every check and test on each pull request and on main, whatever changed', () => {
    const { on, jobs } = workflow('test.yml');
    expect(on).toEqual({ push: { branches: ['main'] }, pull_request: null });
    const runs = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []));
    expect(runs).toContain('npm test --silent');
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

  it('start each image before it is published, and one of a pull request', () => {
    const { build, publish } = workflow('service.yml').jobs;
    const linesOf = (job?: { steps?: Step[] }) =>
      (job?.steps ?? []).flatMap(({ run = '' }) => run.split('\n'));
    // Without an environment it ends with 78, and with another code where a module is missing.
    const start = /^docker run --rm \S+ \|\| test \$\? -eq 78$/;
    expect(linesOf(build).at(-1)).toMatch(start);
    const lines = linesOf(publish);
    const [started, pushed] = [start, /^docker push /].map((each) =>
      lines.findIndex((line) => each.test(line)),
    );
    expect(started).toBeGreaterThan(-1);
    expect(pushed).toBeGreaterThan(started ?? 0);
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
