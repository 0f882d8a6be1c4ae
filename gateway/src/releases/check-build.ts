import { PUBLIC_FOLDER } from '@leadping/contracts/gateway/page';
import { patternKey } from '@leadping/contracts/route-match';
import { acceptedContracts } from '@leadping/contracts/remote';
import type { BuildManifest } from '@leadping/contracts/release';
import { DomainError } from '@leadping/service-kit/domain-error';
import semver from 'semver';
import type { FileStore } from '@leadping/service-kit/storage/file-store';
import { hasIntegrity } from '../storage/integrity.ts';
import { buildId, groupsIn, probationEnd, SHELL, type ReleaseState } from './release-state.ts';

const refused = (message: string) => new DomainError('RELEASE_REFUSED', message);

/** @throws {DomainError} RELEASE_REFUSED where a file of the build is missing from the store or is another one. */
export async function checkFiles(store: FileStore, build: BuildManifest): Promise<void> {
  const faults = await Promise.all(
    build.files.map(async ({ path, integrity }) => {
      const bytes = await store.read(`${build.name}/${build.version}/${path}`);
      if (!bytes) return `${path} was not uploaded`;
      return hasIntegrity(bytes, integrity) ? null : `${path} is not the file that was built`;
    }),
  );
  const first = faults.find((fault) => fault !== null);
  if (first) throw refused(`${buildId(build)}: ${first}.`);
}

/** The gateway's own: a page there would be shown by a link within the site, and never by its address. */
const OWN_PATH = /^\/(api|assets)(\/|$)/;

/** @throws {DomainError} RELEASE_REFUSED where the build names files that it does not list, or claims a path of the gateway's. */
export function checkManifest(build: BuildManifest): void {
  const listed = new Set(build.files.map(({ path }) => path));
  const named = [
    build.entry,
    ...build.preload,
    ...build.routes.flatMap(({ preload }) => preload),
    ...Object.values(build.provides).flat(),
  ];
  const missing = named.find((path) => !listed.has(path));
  if (missing) throw refused(`${buildId(build)}: ${missing} is named but not among its files.`);
  const own = build.routes.find(({ path }) => OWN_PATH.test(path));
  if (own) throw refused(`${buildId(build)}: ${own.path} belongs to the gateway.`);
  if (build.name === SHELL && !listed.has('index.html'))
    throw refused(`${buildId(build)}: index.html is missing.`);
}

/**
 * Checks all that a visitor may be served: the stable builds, with the canaries of each group, and of each two groups. As every
 * rule is one of two builds, three groups bring nothing that two do not.
 * @throws {DomainError} RELEASE_REFUSED
 */
export function checkServed(state: ReleaseState): void {
  const groups = [...groupsIn(state)];
  checkTogether(state);
  for (const [index, group] of groups.entries())
    for (const other of groups.slice(index)) checkTogether(state, [group, other]);
}

/**
 * The state less the canaries that do not fit what is stable now, or an earlier canary: going back waits for nobody's.
 * @throws {DomainError} RELEASE_REFUSED where the stable builds do not fit together.
 */
export function withoutMisfits(state: ReleaseState): ReleaseState {
  checkTogether(state);
  const fitting: string[] = [];
  for (const group of groupsIn(state))
    if ([group, ...fitting].every((other) => fits(state, [group, other]))) fitting.push(group);
  const apps = Object.entries(state.apps).map(([name, app]) => {
    const isFitting = app.canary === null || fitting.includes(app.canary.group);
    return [name, isFitting ? app : { ...app, canary: null }] as const;
  });
  return { ...state, apps: Object.fromEntries(apps) };
}

function fits(state: ReleaseState, groups: readonly string[]): boolean {
  try {
    checkTogether(state, groups);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/**
 * Checks what a build claims against what every other app has out, so that none takes a page or a file of another by a more exact
 * path, or by being looked at first. `/*` is meant for what is nobody's. What the app had already it keeps: where a rollback brought
 * an overlap, neither of the two has to wait for the other.
 * @throws {DomainError} RELEASE_REFUSED
 */
export function checkClaims(before: ReleaseState, next: ReleaseState, build: BuildManifest): void {
  const others = Object.keys(next.apps)
    .filter((name) => name !== build.name)
    .flatMap((name) => buildsOut(next, name));
  const had = new Set(
    buildsOut(before, build.name).flatMap(({ routes, files }) =>
      [...routes, ...files].map(({ path }) => path),
    ),
  );
  const newPublic = new Set(
    build.files
      .map(({ path }) => path)
      .filter((path) => path.startsWith(`${PUBLIC_FOLDER}/`) && !had.has(path)),
  );
  for (const other of others) {
    const file = other.files.find(({ path }) => newPublic.has(path));
    if (file) throw refused(`${buildId(build)}: ${file.path} already belongs to ${other.name}.`);
    for (const { path } of build.routes) {
      if (had.has(path)) continue;
      const taken = other.routes.find((theirs) => overlap(path, theirs.path));
      if (taken)
        throw refused(`${buildId(build)}: ${path} overlaps ${taken.path}, which belongs to ${other.name}.`);
    }
  }
}

/** The builds of an app that visitors get now. */
const buildsOut = ({ apps }: ReleaseState, name: string): BuildManifest[] =>
  [apps[name]?.stable, apps[name]?.canary?.build].filter((build) => build !== undefined);

/** Whether there is a path that both patterns match. */
function overlap(pattern: string, other: string): boolean {
  if (pattern === '/*' || other === '/*') return false;
  return haveCommonPath(partsOf(pattern), partsOf(other));
}

const partsOf = (pattern: string) => pattern.split('/').filter(Boolean);

function haveCommonPath([part, ...rest]: string[], [other, ...others]: string[]): boolean {
  if (part === '*' || other === '*') return true;
  if (part === undefined || other === undefined) return part === other;
  const isCommon = part === other || part.startsWith(':') || other.startsWith(':');
  return isCommon && haveCommonPath(rest, others);
}

/**
 * Checks that what would be served together fits together, for the stable builds and for the canaries of these groups.
 * @throws {DomainError} RELEASE_REFUSED for a route or a view's place claimed twice, another contract than the shell's, or a need unmet.
 */
function checkTogether(state: ReleaseState, groups: readonly string[] = []): void {
  const builds = Object.values(state.apps).map(({ stable, canary }) =>
    canary && groups.includes(canary.group) ? canary.build : stable,
  );
  const shell = builds.find(({ name }) => name === SHELL);
  const claims = new Map<string, string>();
  for (const build of builds) {
    if (shell) checkAgainstShell(build, shell);
    for (const { key, what } of claimsOf(build)) {
      const other = claims.get(key);
      if (other !== undefined) throw refused(`${buildId(build)}: ${what} already belongs to ${other}.`);
      claims.set(key, build.name);
    }
  }
}

/** What only one app may have, each with a key that is the same for every way to write it. */
const claimsOf = ({ routes, views }: BuildManifest) => [
  ...routes.map(({ path }) => ({ key: patternKey(path), what: path })),
  ...views.map(({ slot, slug }) => ({ key: `${slot}:${slug}`, what: `${slug} in ${slot}` })),
];

function checkAgainstShell(build: BuildManifest, shell: BuildManifest): void {
  if (build.name === SHELL) return;
  const accepted = acceptedContracts(shell.contract);
  if (!accepted.includes(build.contract)) {
    throw refused(
      `${buildId(build)}: speaks contract ${build.contract}, ${buildId(shell)} accepts ${accepted.join(' and ')}.`,
    );
  }
  checkShared(build, shell);
  checkSharedNames(build, shell);
  const needs = [...build.needs, ...build.routes.flatMap((route) => route.needs)];
  const unmet = needs.find((need) => !(need in shell.provides));
  if (unmet)
    throw refused(`${buildId(build)}: needs ${unmet}, which shell ${shell.version} does not provide.`);
}

/** One copy of each shared package is on the page, the shell's: a remote that needs another version would not run on it. */
function checkShared(build: BuildManifest, shell: BuildManifest): void {
  const misfit = Object.entries(build.shared).find(([name, range]) => {
    const provided = shell.shared[name];
    // Shells from before name no versions.
    return provided !== undefined && !semver.satisfies(provided, range, { includePrerelease: true });
  });
  if (!misfit) return;
  const [name, range] = misfit;
  throw refused(
    `${buildId(build)}: needs ${name} ${range}, ${buildId(shell)} provides ${shell.shared[name]}.`,
  );
}

/** The web kit keeps its version while exports are added or taken away. */
function checkSharedNames(build: BuildManifest, shell: BuildManifest): void {
  for (const [part, names] of Object.entries(build.sharedNames)) {
    // Shells from before name none.
    const exported = shell.sharedNames[part] ?? names;
    const missing = names.find((name) => !exported.includes(name));
    if (missing !== undefined)
      throw refused(
        `${buildId(build)}: takes ${missing} of ${part}, which ${buildId(shell)} does not export.`,
      );
  }
}

/** What a team should know of builds that were released all the same. */
export function warningsOf(state: ReleaseState, apps: readonly string[]): string[] {
  return apps.flatMap((name) => {
    const { stable, canary } = state.apps[name] ?? {};
    const build = canary?.build ?? stable;
    if (!build) return [];
    // A canary goes where another's way back needs it.
    return [...warnOfContract(state, build), ...(canary ? [] : warnOfWayBack(state, build))];
  });
}

function warnOfContract({ apps }: ReleaseState, build: BuildManifest): string[] {
  const shell = apps[SHELL]?.stable;
  if (!shell || build.contract >= shell.contract) return [];
  return [
    `${buildId(build)} speaks contract ${build.contract}. The shell speaks ${shell.contract}, and the next one will refuse ${build.contract}.`,
  ];
}

/** Pages that another app gave up a moment ago: its release cannot be taken back any more, by itself or by hand. */
function warnOfWayBack({ apps }: ReleaseState, build: BuildManifest): string[] {
  const claimed = new Set(claimsOf(build).map(({ key }) => key));
  return Object.values(apps).flatMap((other) => {
    const end = other.stable.name === build.name ? null : probationEnd(other);
    const given = end && other.lastGood && claimsOf(other.lastGood).find(({ key }) => claimed.has(key));
    if (!given) return [];
    return [
      `${given.what} was ${other.lastGood?.name}'s until ${buildId(other.stable)}. Should that release fail before ${end.toISOString()}, it cannot be taken back while ${buildId(build)} is out: roll back ${build.name} first.`,
    ];
  });
}
