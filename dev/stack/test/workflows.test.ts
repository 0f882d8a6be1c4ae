import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../src/root.ts';

interface Step {
  uses?: string;
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

/** Folders of the root that a package needs, tests included. */
function needs(name: string): string[] {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(ROOT, name, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>;
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)]
    .filter((each) => each.startsWith('@leadping/'))
    .map((each) => each.replace('@leadping/', '').replace(/^dev-/, 'dev/'));
}

describe('the workflows', () => {
  it.each(folders)('of %s runs when something of it or of what it needs changed', (name) => {
    const { on, jobs } = workflow(`${name}.yml`);
    expect(on.pull_request.paths).toEqual(on.push.paths);
    for (const each of [name, ...needs(name)]) expect(on.push.paths).toContain(`${each}/**`);
    expect(on.push.paths).toContain(`.github/workflows/${name}.yml`);
    const [job] = Object.values(jobs);
    expect([job?.with?.process, job?.with?.remote]).toContain(name);
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
