import type { Options } from './arguments.ts';
import { buildRemote } from './build-remote.ts';
import { changeRegistry } from './change-registry.ts';
import { checkBudget } from './check-budget.ts';
import { ReleaseFailure } from './failures.ts';
import type { Outcome } from './outcome.ts';
import type { Progress } from './progress.ts';
import type { RegistryClient } from './registry-client.ts';
import type { Remote } from './remote.ts';
import { uploadBuild } from './upload-build.ts';

const VISIBLE_MS = 10_000;
const ASK_MS = 50;

/**
 * Builds, uploads and releases these remotes, all or none, and waits until they are served. @throws {ReleaseFailure}
 */
export async function releaseBuilds(
  client: RegistryClient,
  { remotes, options, progress }: { remotes: Remote[]; options: Options; progress: Progress },
): Promise<Outcome> {
  const { canary, version, note, isBuilt, builtIn } = options;
  const builds = [];
  for (const remote of remotes) {
    builds.push(
      await progress.step(`build ${remote.name}`, () => buildRemote(remote, { version, isBuilt, builtIn })),
    );
  }
  for (const build of builds) await checkBudget(build);
  const manifests = builds.map(({ manifest }) => manifest);
  const uploaded: number[] = [];
  for (const build of builds) {
    const { name, version: built } = build.manifest;
    const title = `upload ${name} ${built}`;
    uploaded.push(
      await progress
        .step(title, (detail) => uploadBuild(client, build, (done, all) => detail(`${done} of ${all} files`)))
        .catch((error: unknown) => {
          throw withHint(error);
        }),
    );
  }
  const names = manifests.map(({ name }) => name);
  const { change: released } = await progress.step(
    canary === undefined ? 'release to everybody' : `release to ${canary} %`,
    (detail) =>
      changeRegistry(client, {
        apps: names,
        isDone: (app) => {
          const wanted = manifests.find(({ name }) => name === app?.name)?.version;
          return canary === undefined
            ? app?.stable === wanted
            : app?.canary?.version === wanted && app?.canary?.percent === canary;
        },
        attempt: ({ revision }) =>
          client.publish({ builds: manifests, note, revision, ...(canary === undefined ? {} : { canary }) }),
        onRetry: (revision) => detail(`another remote was released, trying again on revision ${revision}`),
      }).catch((error: unknown) => {
        throw withHint(error);
      }),
  );
  await progress.step('visible', () => waitUntilServed(client, released.revision));
  const result = {
    ...released,
    builds: manifests.map(({ name, version: built, files }, index) => ({
      name,
      version: built,
      files: files.length,
      uploaded: uploaded[index] ?? 0,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    })),
  };
  const what = manifests.map(({ name, version: built }) => `${name} ${built}`).join(', ');
  const whom = canary === undefined ? 'everybody' : `${canary} % of the visitors`;
  const lines = [`Released ${what} to ${whom}, revision ${released.revision}.`, ...released.warnings];
  return { result, text: lines.join('\n') };
}

/** A version can be released only once, so suggest a new one. */
function withHint(error: unknown): unknown {
  if (!(error instanceof ReleaseFailure) || !/is kept already|released already/.test(error.message))
    return error;
  return new ReleaseFailure(error.code, `${error.message} As in: --version 1.2.3`);
}

/**
 * @throws {ReleaseFailure} NOT_VISIBLE, also if the gateway becomes unreachable. The release exists in both cases.
 */
async function waitUntilServed(client: RegistryClient, revision: number): Promise<void> {
  const end = Date.now() + VISIBLE_MS;
  while ((await servedRevision(client, revision)) < revision) {
    if (Date.now() > end) throw notVisible(revision);
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}

const servedRevision = (client: RegistryClient, wanted: number): Promise<number> =>
  client.served().then(
    ({ revision }) => revision,
    (error: unknown) => {
      throw error instanceof ReleaseFailure ? notVisible(wanted, error) : error;
    },
  );

const notVisible = (revision: number, cause?: ReleaseFailure) =>
  new ReleaseFailure(
    'NOT_VISIBLE',
    `Revision ${revision} is released: do not release it again. The gateway ${
      cause
        ? 'could not be asked whether it serves it'
        : `did not serve it within ${VISIBLE_MS / 1000} seconds`
    }. Look at /remotes.json, whose \`revision\` is the one that is served, and at \`status\`; where it stays behind, the gateway's log says why.`,
    { cause },
  );
