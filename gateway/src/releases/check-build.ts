import { patternKey } from '@leadping/contracts/route-match';
import { acceptedContracts } from '@leadping/contracts/remote';
import type { BuildManifest } from '@leadping/contracts/release';
import { DomainError } from '@leadping/service-kit/domain-error';
import semver from 'semver';
import type { FileStore } from '@leadping/service-kit/storage/file-store';
import { hasIntegrity } from '../storage/integrity.ts';
import { buildId, SHELL, type ReleaseState } from './release-state.ts';

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

/** @throws {DomainError} RELEASE_REFUSED where the build names files that it does not list. */
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
  if (build.name === SHELL && !listed.has('index.html'))
    throw refused(`${buildId(build)}: index.html is missing.`);
}

/**
 * Checks that what would be served together fits together, for the stable builds and for the canaries of one group.
 * @throws {DomainError} RELEASE_REFUSED for a route or a view's place claimed twice, another contract than the shell's, or a need unmet.
 */
export function checkTogether(state: ReleaseState, group?: string): void {
  const builds = Object.values(state.apps).map(({ stable, canary }) =>
    canary && canary.group === group ? canary.build : stable,
  );
  const shell = builds.find(({ name }) => name === SHELL);
  const claims = new Map<string, string>();
  for (const build of builds) {
    if (shell) checkAgainstShell(build, shell);
    const claimed = [
      ...build.routes.map(({ path }) => ({ key: patternKey(path), what: path })),
      ...build.views.map(({ slot, slug }) => ({ key: `${slot}:${slug}`, what: `${slug} in ${slot}` })),
    ];
    for (const { key, what } of claimed) {
      const other = claims.get(key);
      if (other !== undefined) throw refused(`${buildId(build)}: ${what} already belongs to ${other}.`);
      claims.set(key, build.name);
    }
  }
}

function checkAgainstShell(build: BuildManifest, shell: BuildManifest): void {
  if (build.name === SHELL) return;
  const accepted = acceptedContracts(shell.contract);
  if (!accepted.includes(build.contract)) {
    throw refused(
      `${buildId(build)}: speaks contract ${build.contract}, ${buildId(shell)} accepts ${accepted.join(' and ')}.`,
    );
  }
  checkShared(build, shell);
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

/** What a team should know of builds that were released all the same. */
export function warningsOf(state: ReleaseState, apps: readonly string[]): string[] {
  const shell = state.apps[SHELL]?.stable;
  if (!shell) return [];
  return apps.flatMap((name) => {
    const { stable, canary } = state.apps[name] ?? {};
    const build = canary?.build ?? stable;
    if (!build || build.contract >= shell.contract) return [];
    return [
      `${buildId(build)} speaks contract ${build.contract}. The shell speaks ${shell.contract}, and the next one will refuse ${build.contract}.`,
    ];
  });
}
