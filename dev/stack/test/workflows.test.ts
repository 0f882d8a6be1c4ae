import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { findAffected } from '../src/affected-packages.ts';
import { madeOf, workspaceDependencies } from '../src/made-of.ts';
import { ROOT } from '../src/root.ts';
import { FAULT_RESULTS_FOLDER, FLAKY_FILE, RESULTS_FOLDER } from '../src/test-results.ts';

interface Step {
  uses?: string;
  if?: string;
  with?: { path?: string };
  run?: string;
  env?: Record<string, string>;
}
interface Workflow {
  on: Record<'push' | 'pull_request', { paths: string[] }>;
  permissions?: Record<string, string>;
  jobs: Record<
    string,
    {
      uses?: string;
      if?: string;
      environment?: string;
      secrets?: Record<string, string>;
      strategy?: object;
      steps?: Step[];
      permissions?: Record<string, string>;
    }
  >;
}

const FOLDER = join(ROOT, '.github/workflows');
const files = readdirSync(FOLDER);
const workflow = (file: string) => parse(readFileSync(join(FOLDER, file), 'utf8')) as Workflow;
const folders = readdirSync(ROOT).filter((name) => /^(svc-|mfe-)|^(gateway|shell)$/.test(name));

/** Folders that a package needs, including those of its tests. */
async function needs(name: string): Promise<string[]> {
  const made = await madeOf(ROOT, name);
  return [...made, ...(await workspaceDependencies(ROOT, name, 'devDependencies'))];
}

/** Folders of the pages in the gateway's image, and of their dependencies. */
async function carriedByGateway(): Promise<string[]> {
  const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
  const pages = [...dockerfile.matchAll(/ \/app\/releases\/(\S+)/g)].map(([, name = '']) => name);
  const made = await Promise.all(pages.map((page) => madeOf(ROOT, page)));
  return [...new Set(made.flat())];
}

const affectedBy = async (...files: string[]) => {
  const { remotes, processes } = await findAffected(ROOT, files);
  return [...remotes, ...processes.map(({ process }) => process)];
};

describe('the affected packages', () => {
  it.each(folders)('include %s if its files or its dependencies changed', async (name) => {
    for (const folder of await needs(name)) expect(await affectedBy(`${folder}/src/a.ts`)).toContain(name);
  });

  it.each(folders)('do not include %s if only other files changed', async (name) => {
    const carried = name === 'gateway' ? await carriedByGateway() : [];
    const known = [...(await needs(name)), ...carried, 'test-kit'];
    const others = readdirSync(ROOT).filter((folder) => !known.includes(folder));
    const files = others.map((folder) => `${folder}/src/a.ts`);
    expect(await affectedBy(...files, 'README.md', '.github/workflows/test.yml')).not.toContain(name);
  });

  it('are all of them if the lockfile, the type settings or the workflow changed', async () => {
    for (const file of ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.web.json'])
      expect((await affectedBy(file)).toSorted()).toEqual(folders.toSorted());
    expect((await affectedBy('.github/workflows/packages.yml')).toSorted()).toEqual(folders.toSorted());
  });

  it('are all remotes, each once, if the web kit or the contracts changed', async () => {
    const remotes = folders.filter((name) => /^(mfe-|shell)/.test(name)).toSorted();
    expect((await findAffected(ROOT, ['web-kit/src/a.ts', 'contracts/src/a.ts'])).remotes).toEqual(remotes);
    expect((await findAffected(ROOT, ['.github/workflows/remote.yml'])).remotes).toEqual(remotes);
  });

  it('are one remote and the gateway, whose image contains it, if one remote changed', async () => {
    expect(await affectedBy('mfe-support/src/remote.tsx')).toEqual(['mfe-support', 'gateway']);
  });

  it('are all processes if their image or the setup of their tests changed', async () => {
    const processes = folders.filter((name) => /^(svc-|gateway)/.test(name)).toSorted();
    for (const file of [
      'deploy/Dockerfile',
      'jest.config.mjs',
      'dev/jest/a.mjs',
      '.github/workflows/service.yml',
    ])
      expect((await affectedBy(file)).toSorted()).toEqual(processes);
  });

  it('name for the gateway every input of the pages in its image', async () => {
    const { processes } = await findAffected(ROOT, ['contracts/src/a.ts']);
    const carries = Object.fromEntries(processes.map((each) => [each.process, each.carries.split(' ')]));
    const carried = await carriedByGateway();
    expect(carried).toEqual(expect.arrayContaining(['shell', 'mfe-admin', 'web-kit', 'guides', 'extension']));
    // `service.yml` lists these two for every process.
    expect([...(carries.gateway ?? []), 'contracts', 'service-kit'].toSorted()).toEqual(
      [...new Set([...carried, 'service-kit'])].toSorted(),
    );
  });
});

describe('the workflows', () => {
  it('check the affected packages one by one, so that a failure stops no other', () => {
    const { on, jobs } = workflow('packages.yml');
    expect(on).toEqual({ push: { branches: ['main'] }, pull_request: null });
    expect(jobs.remotes).toMatchObject({
      uses: './.github/workflows/remote.yml',
      strategy: { 'fail-fast': false, matrix: { remote: '${{ fromJSON(needs.affected.outputs.remotes) }}' } },
    });
    expect(jobs.processes).toMatchObject({
      uses: './.github/workflows/service.yml',
      strategy: {
        'fail-fast': false,
        matrix: { include: '${{ fromJSON(needs.affected.outputs.processes) }}' },
      },
    });
  });

  it('give a remote only the tokens of its own environments, and a process none', () => {
    const { jobs } = workflow('packages.yml');
    // Without these lines GitHub gives the jobs of remote.yml no secret of their environments.
    expect(jobs.remotes?.secrets).toEqual({
      PREVIEW_TOKEN: '${{ secrets.PREVIEW_TOKEN }}',
      RELEASE_TOKEN: '${{ secrets.RELEASE_TOKEN }}',
    });
    expect(JSON.stringify([jobs.affected, jobs.processes])).not.toContain('secrets');
    const environments = Object.entries(workflow('remote.yml').jobs).map(([name, job]) => [
      name,
      job.environment,
    ]);
    expect(Object.fromEntries(environments)).toEqual({
      versions: 'preview-${{ inputs.remote }}',
      preview: 'preview-${{ inputs.remote }}',
      release: 'release-${{ inputs.remote }}',
    });
  });

  it('test each remote once on a pull request', () => {
    const tests = (workflow('remote.yml').jobs.check?.steps ?? []).filter(({ run = '' }) => /jest/.test(run));
    expect(tests).toEqual([{ if: "github.event_name == 'push'", run: 'npm run jest -- "/$REMOTE/test/"' }]);
  });

  it('sign every published image with its provenance, in a job that runs nothing else', () => {
    const { sign, publish } = workflow('service.yml').jobs;
    expect(Object.keys(publish?.permissions ?? {})).not.toContain('id-token');
    expect(sign?.permissions).toEqual({ packages: 'write', 'id-token': 'write', attestations: 'write' });
    const [login, attest, ...others] = sign?.steps ?? [];
    expect(others).toEqual([]);
    expect(login?.run).toMatch(/^echo "\$REGISTRY_TOKEN" \| docker login ghcr\.io \S.*--password-stdin$/);
    expect(attest).toMatchObject({
      uses: expect.stringMatching(/^actions\/attest-build-provenance@[0-9a-f]{40}$/),
      with: { 'subject-digest': '${{ needs.publish.outputs.digest }}', 'push-to-registry': true },
    });
  });

  it('release a remote only if its files differ from the released ones', () => {
    const runs = Object.values(workflow('remote.yml').jobs).flatMap(({ steps = [] }) => steps);
    const releases = runs
      .flatMap(({ run = '' }) => run.replaceAll('\\\n', '').split('\n'))
      .filter((line) => / release -w /.test(line));
    expect(releases).toHaveLength(2);
    for (const line of releases) expect(line).toMatch(/--if-changed .*--built|--preview .*--built/);
  });

  it.each(files)('of %s declare their permissions and pin their actions', (file) => {
    const { permissions, jobs } = workflow(file);
    expect(permissions).toBeDefined();
    for (const [name, job] of Object.entries(jobs)) {
      const used = [job.uses, ...(job.steps ?? []).map(({ uses }) => uses)].filter(
        (each) => each !== undefined,
      );
      for (const each of used) expect(each).toMatch(/^(\.\/|[\w/-]+@[0-9a-f]{40}$)/);
      if (!['service.yml sign', 'packages.yml processes'].includes(`${file} ${name}`))
        expect(Object.keys({ ...permissions, ...job.permissions })).not.toContain('id-token');
    }
  });

  it.each([
    ['remote.yml', join(FOLDER, 'remote.yml')],
    [
      'the template',
      join(ROOT, 'tools/create-remote/template/repository/.github/workflows/release.yml.template'),
    ],
  ])('give the release token of %s to a protected job on main, in which nothing is built', (_name, file) => {
    const { jobs } = parse(readFileSync(file, 'utf8')) as Workflow;
    const secretsIn = (job: unknown) => [...new Set(JSON.stringify(job).match(/secrets\.[\w-]+/g))];
    const holders = Object.entries(jobs).flatMap(([name, job]) =>
      secretsIn(job).map((secret) => `${name} ${secret.toLowerCase().replace('_', '-')}`),
    );
    expect(holders.toSorted()).toEqual([
      'preview secrets.preview-token',
      'release secrets.release-token',
      'versions secrets.preview-token',
    ]);
    expect(jobs.release).toMatchObject({
      environment: expect.stringMatching(/^release/),
      if: "github.event_name == 'push' && github.ref == 'refs/heads/main'",
    });
    const lines = (name: string) =>
      (jobs[name]?.steps ?? []).flatMap(({ run = '' }) => run.split('\n').map((line) => line.trim()));
    // The repository is not checked out.
    expect(jobs.versions?.steps?.filter(({ uses }) => uses !== undefined)).toEqual([]);
    expect(lines('versions').join()).not.toMatch(/\b(?:npm|node)\b/);
    for (const name of ['release', 'preview']) {
      const installs = lines(name).filter((line) => /npm (install|ci)\b/.test(line));
      expect(installs).toHaveLength(1);
      expect(installs[0]).toContain('--ignore-scripts');
      expect(lines(name).join('\n')).not.toMatch(/jest|oxlint|prettier|tsc|npm test|build -w|run build/);
      expect(JSON.stringify(jobs[name])).not.toContain('"cache"');
      const order = [/sha256sum -c$/, /^tar -x/, /--built /].map((each) =>
        lines(name).findIndex((line) => each.test(line)),
      );
      expect(order).toEqual(order.toSorted((one, other) => one - other));
      expect(order[0]).toBeGreaterThan(0);
    }
  });

  it('run every check and test on each pull request and on main, regardless of the change', () => {
    const { on, jobs } = workflow('test.yml');
    expect(on).toEqual({ push: { branches: ['main'] }, pull_request: null });
    const runs = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []));
    expect(runs).toContain('npm test --silent');
    expect(runs.join()).not.toContain('test:faults');
  });

  it('run the fault tests every night', () => {
    const { on, jobs } = workflow('faults.yml');
    expect((on as unknown as { schedule: { cron: string }[] }).schedule[0]?.cron).toMatch(
      /^\d+ \d+ \* \* \*$/,
    );
    const runs = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []));
    expect(runs).toContain('npm run --silent test:faults');
  });

  it.each([
    ['test.yml', RESULTS_FOLDER],
    ['faults.yml', FAULT_RESULTS_FOLDER],
  ])('of %s keep the list of flaky tests, even if the run failed', (file, folder) => {
    const steps = Object.values(workflow(file).jobs).flatMap((job) => job.steps ?? []);
    const upload = steps.find(({ uses = '' }) => uses.startsWith('actions/upload-artifact@'));
    expect(upload).toMatchObject({ if: 'always()', with: { 'include-hidden-files': true } });
    expect(upload?.with?.path?.split('\n')).toContain(relative(ROOT, join(folder, FLAKY_FILE)));
  });

  it("scan shipped code for known vulnerabilities every day, without running a dependency's script", () => {
    const { on, jobs } = workflow('advisories.yml');
    expect((on as unknown as { schedule: { cron: string }[] }).schedule[0]?.cron).toMatch(
      /^\d+ \d+ \* \* \*$/,
    );
    expect(on.pull_request.paths).toContain('package-lock.json');
    const runs = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []));
    expect(runs).toEqual(['npm audit --package-lock-only --omit=dev --audit-level=moderate']);
  });

  it('start each image before it is published, and one image of a pull request', () => {
    const { build, publish } = workflow('service.yml').jobs;
    const linesOf = (job?: { steps?: Step[] }) =>
      (job?.steps ?? []).flatMap(({ run = '' }) => run.split('\n'));
    // Without environment variables the process ends with 78. A missing module causes another code.
    const start = /^docker run --rm \S+ \|\| test \$\? -eq 78$/;
    expect(linesOf(build).at(-1)).toMatch(start);
    const lines = linesOf(publish);
    const [started, pushed] = [start, /^docker push /].map((each) =>
      lines.findIndex((line) => each.test(line)),
    );
    expect(started).toBeGreaterThan(-1);
    expect(pushed).toBeGreaterThan(started ?? 0);
  });

  it('allow only the image job to write packages, and its signing also the attestation', () => {
    const writers = files.flatMap((file) =>
      Object.entries(workflow(file).jobs).flatMap(([name, { permissions = {} }]) =>
        Object.entries(permissions)
          .filter(([, access]) => access !== 'read')
          .map(([scope]) => `${file} ${name} ${scope}`),
      ),
    );
    expect(writers).toEqual([
      // The most that a job of service.yml may have.
      'packages.yml processes packages',
      'packages.yml processes id-token',
      'packages.yml processes attestations',
      'service.yml publish packages',
      'service.yml sign packages',
      'service.yml sign id-token',
      'service.yml sign attestations',
    ]);
  });
});
