import type { BuildManifest } from '@leadping/contracts/release';
import type { Options } from './arguments.ts';
import { buildRemote } from './build-remote.ts';
import { ReleaseFailure } from './failures.ts';
import type { Progress } from './progress.ts';
import type { RegistryClient } from './registry-client.ts';
import type { Remote } from './remote.ts';

interface Changed<Value> {
  what: string;
  before: Value | null;
  after: Value | null;
}

export interface BuildDiff {
  name: string;
  before: string;
  after: string;
  /** Uncompressed sizes of the whole build, of the files that every page loads, and of each page. */
  bytes: Changed<number>[];
  routes: Changed<string>[];
  slots: Changed<string>[];
  shared: Changed<string>[];
  needs: Changed<string>[];
  /** Imports from shared packages, which the released shell has to export. */
  imports: Changed<string>[];
}

type Described = Omit<BuildDiff, 'name' | 'before' | 'after'>;
type Entries<Value> = Record<string, Value>;

/** The differences between two builds. */
export function diffBuilds(before: BuildManifest, after: BuildManifest): BuildDiff {
  const [was, is] = [describe(before), describe(after)];
  const compare = <Key extends keyof Described>(key: Key) =>
    changesOf<string | number>(was[key], is[key]) as Described[Key];
  return {
    name: after.name,
    before: before.version,
    after: after.version,
    bytes: compare('bytes'),
    routes: compare('routes'),
    slots: compare('slots'),
    shared: compare('shared'),
    needs: compare('needs'),
    imports: compare('imports'),
  };
}

function describe(build: BuildManifest): Record<keyof Described, Entries<string | number>> {
  const bytes = new Map(build.files.map((file) => [file.path, file.bytes]));
  const sum = (files: Iterable<string>) =>
    [...files].reduce((total, file) => total + (bytes.get(file) ?? 0), 0);
  const rolesOf = (roles: readonly string[] | undefined) => roles?.join(', ') ?? 'everybody';
  return {
    bytes: {
      'all files': sum(bytes.keys()),
      'every page': sum(build.preload),
      ...Object.fromEntries(build.routes.map((route) => [route.path, sum(route.preload)])),
    },
    routes: Object.fromEntries(build.routes.map((route) => [route.path, rolesOf(route.roles)])),
    slots: Object.fromEntries(
      build.views.map(({ slot, slug, label, roles }) => [`${slot}/${slug}`, `${label}, ${rolesOf(roles)}`]),
    ),
    shared: { contract: build.contract, ...build.shared },
    needs: Object.fromEntries(build.needs.map((need) => [need, 'needed'])),
    imports: Object.fromEntries(
      Object.entries(build.sharedNames).flatMap(([part, names]) =>
        names.map((name) => [`${name} of ${part}`, 'imported']),
      ),
    ),
  };
}

function changesOf<Value>(before: Entries<Value>, after: Entries<Value>): Changed<Value>[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((what) => ({ what, before: before[what] ?? null, after: after[what] ?? null }))
    .filter((entry) => entry.before !== entry.after);
}

/** Builds the remote and compares it with its release. @throws {ReleaseFailure} NOT_FOUND */
export async function diffWithReleased(
  client: RegistryClient,
  { remote, options, progress }: { remote: Remote; options: Options; progress: Progress },
): Promise<BuildDiff> {
  const { name } = remote;
  const { apps } = await client.released();
  const version = options.version ?? apps.find((app) => app.name === name)?.stable;
  const released = version === undefined ? null : await client.findBuild(name, version);
  if (!released) throw new ReleaseFailure('NOT_FOUND', `${name} ${version ?? ''} was never released.`);
  const { manifest } = await progress.step(`build ${name}`, () =>
    buildRemote(remote, { version: undefined, isBuilt: options.isBuilt }),
  );
  return diffBuilds(released, manifest);
}

/** Whether two builds of the same version are equal, file by file. */
export function isSameBuild(one: BuildManifest, other: BuildManifest): boolean {
  const hashes = ({ files }: BuildManifest) =>
    files
      .map(({ path: file, integrity }) => `${file} ${integrity}`)
      .sort()
      .join('\n');
  return hashes(one) === hashes(other);
}
