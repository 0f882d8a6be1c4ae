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

/** @throws {DomainError} RELEASE_REFUSED if a file of the build is missing from the store or has another hash. */
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

/** Paths of the gateway. A page there would be reachable by links within the site, but not by its address. */
const OWN_PATH = /^\/(api|assets)(\/|$)/;

/**
 * @throws {DomainError} RELEASE_REFUSED if the build names files that it does not list, or claims a path of the
 * gateway.
 */
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
 * Checks everything that a visitor may be served: the stable builds, with the canaries of each group and of each pair
 * of groups. Every rule compares two builds, so checking pairs of groups is sufficient.
 * @throws {DomainError} RELEASE_REFUSED
 */
export function checkServed(state: ReleaseState): void {
  const groups = [...groupsIn(state)];
  checkTogether(state);
  for (const [index, group] of groups.entries())
    for (const other of groups.slice(index)) checkTogether(state, [group, other]);
}

/**
 * Removes the canaries that do not fit the stable builds or an earlier canary, so that a canary cannot block a
 * rollback.
 * @throws {DomainError} RELEASE_REFUSED if the stable builds do not fit together.
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
 * Checks the paths and files that a build claims against the served builds of every other app, so that no app takes
 * over another one's path with a more specific one or by order. `/*` is the catch-all for unclaimed paths. Paths that
 * the app already has are not checked: if a rollback caused an overlap, both apps can still release.
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

/** The shell sends visitors without a session here. */
const SIGN_IN_PATH = '/auth';

/**
 * Checks that no visitor loses the sign-in page. Without it nobody could sign in to release the page again.
 * @throws {DomainError} RELEASE_REFUSED
 */
export function checkSignIn(before: ReleaseState, next: ReleaseState): void {
  if (!hasSignIn(before)) return;
  const served = [[], ...[...groupsIn(next)].map((group) => [group])];
  if (served.every((groups) => hasSignIn(next, groups))) return;
  throw refused(
    `No build would have ${SIGN_IN_PATH} any more. Release the remote that it moves to at the same time (--with).`,
  );
}

const hasSignIn = (state: ReleaseState, groups: readonly string[] = []) =>
  buildsTogether(state, groups).some(({ routes }) => routes.some(({ path }) => path === SIGN_IN_PATH));

/** The builds of an app that visitors get now. */
const buildsOut = ({ apps }: ReleaseState, name: string): BuildManifest[] =>
  [apps[name]?.stable, apps[name]?.canary?.build].filter((build) => build !== undefined);

/** Whether a path exists that matches both patterns. */
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
 * Checks that the stable builds, with the canaries of these groups, fit together.
 * @throws {DomainError} RELEASE_REFUSED if a route or view is claimed twice, the contract does not match the shell's, or a
 * need is unmet.
 */
function checkTogether(state: ReleaseState, groups: readonly string[] = []): void {
  const builds = buildsTogether(state, groups);
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

/** The stable builds, with the canaries of these groups. */
const buildsTogether = ({ apps }: ReleaseState, groups: readonly string[]): BuildManifest[] =>
  Object.values(apps).map(({ stable, canary }) =>
    canary && groups.includes(canary.group) ? canary.build : stable,
  );

/** Claims that only one app may have. The key is the same for equivalent patterns. */
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

/**
 * The page has one copy of each shared package, provided by the shell. A remote that needs another version would not
 * run.
 */
function checkShared(build: BuildManifest, shell: BuildManifest): void {
  const misfit = Object.entries(build.shared).find(([name, range]) => {
    const provided = shell.shared[name];
    // Older shells name no versions.
    return provided !== undefined && !semver.satisfies(provided, range, { includePrerelease: true });
  });
  if (!misfit) return;
  const [name, range] = misfit;
  throw refused(
    `${buildId(build)}: needs ${name} ${range}, ${buildId(shell)} provides ${shell.shared[name]}.`,
  );
}

/** Checks exports by name, because the web kit keeps its version when exports are added or removed. */
function checkSharedNames(build: BuildManifest, shell: BuildManifest): void {
  for (const [part, names] of Object.entries(build.sharedNames)) {
    // Older shells name no exports.
    const exported = shell.sharedNames[part] ?? names;
    const missing = names.find((name) => !exported.includes(name));
    if (missing !== undefined)
      throw refused(
        `${buildId(build)}: takes ${missing} of ${part}, which ${buildId(shell)} does not export.`,
      );
  }
}

/** Warnings to the team about builds that were released. */
export function warningsOf(state: ReleaseState, apps: readonly string[]): string[] {
  return apps.flatMap((name) => {
    const { stable, canary } = state.apps[name] ?? {};
    const build = canary?.build ?? stable;
    if (!build) return [];
    // A canary does not block the rollback of another app. It ends instead.
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

/**
 * Warns if the build takes pages that another app gave up within its probation: the other app's release can no longer
 * be rolled back.
 */
function warnOfWayBack({ apps }: ReleaseState, build: BuildManifest): string[] {
  const claimed = new Set(claimsOf(build).map(({ key }) => key));
  const makeWay = apps[build.name]?.lastGood ? 'roll back' : 'retire';
  return Object.values(apps).flatMap((other) => {
    const end = other.stable.name === build.name ? null : probationEnd(other);
    const given = end && other.lastGood && claimsOf(other.lastGood).find(({ key }) => claimed.has(key));
    if (!given) return [];
    return [
      `${given.what} was ${other.lastGood?.name}'s until ${buildId(other.stable)}. Should that release fail before ${end.toISOString()}, it cannot be taken back while ${buildId(build)} is out: ${makeWay} ${build.name} first.`,
    ];
  });
}
