import path from 'node:path';
import type { Options } from './arguments.ts';
import { buildRemote } from './build-remote.ts';
import { changeRegistry } from './change-registry.ts';
import { checkBudget } from './check-budget.ts';
import { isSameBuild } from './diff-builds.ts';
import { ReleaseFailure } from './failures.ts';
import type { Progress } from './progress.ts';
import type { RegistryClient } from './registry-client.ts';
import { uploadBuild } from './upload-build.ts';

const VISIBLE_MS = 10_000;
const ASK_MS = 50;

/** Builds, uploads and releases a remote and those that go with it. */
export async function publishRemotes(
  client: RegistryClient,
  { folder, options, progress }: { folder: string; options: Options; progress: Progress },
) {
  const { canary, version, note } = options;
  const folders = [folder, ...options.with.map((name) => path.join(folder, '..', name))];
  // Before anything is built: a wrong token or address should not cost a build.
  await client.released();
  const apps = folders.map((one) => path.basename(one));
  if (options.ifChanged && !(await hasChanged(client, { folders, progress })))
    return { revision: (await client.released()).revision, apps, warnings: [], builds: [] };
  const builds = [];
  for (const one of folders) {
    const name = path.basename(one);
    builds.push(
      await progress.step(`build ${name}`, () => buildRemote(one, { version, isBuilt: options.isBuilt })),
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
  const released = await progress.step(
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
        attempt: (revision) =>
          client.publish({ builds: manifests, note, revision, ...(canary === undefined ? {} : { canary }) }),
        onRetry: (revision) => detail(`another remote was released, trying again on revision ${revision}`),
      }).catch((error: unknown) => {
        throw withHint(error);
      }),
  );
  await progress.step('visible', () => waitUntilServed(client, released.revision));
  return {
    ...released,
    builds: manifests.map(({ name, version: built, files }, index) => ({
      name,
      version: built,
      files: files.length,
      uploaded: uploaded[index] ?? 0,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    })),
  };
}

/** Builds what is released once more, from the sources of now: where every file is the same, nothing changed. */
async function hasChanged(
  client: RegistryClient,
  { folders, progress }: { folders: string[]; progress: Progress },
): Promise<boolean> {
  const { apps } = await client.released();
  for (const folder of folders) {
    const name = path.basename(folder);
    const stable = apps.find((app) => app.name === name)?.stable;
    const released = stable === undefined ? null : await client.findBuild(name, stable);
    if (!released) return true;
    const { manifest } = await progress.step(`compare ${name} with ${released.version}`, () =>
      buildRemote(folder, { version: released.version, isBuilt: false }),
    );
    if (!isSameBuild(manifest, released)) return true;
  }
  return false;
}

/** A version is released once; the way on is a new one. */
function withHint(error: unknown): unknown {
  if (!(error instanceof ReleaseFailure) || !/is kept already|released already/.test(error.message))
    return error;
  return new ReleaseFailure(error.code, `${error.message} As in: --version 1.2.3`);
}

async function waitUntilServed(client: RegistryClient, revision: number): Promise<void> {
  const end = Date.now() + VISIBLE_MS;
  while ((await client.served()).revision < revision) {
    if (Date.now() > end)
      throw new ReleaseFailure('NOT_VISIBLE', `Revision ${revision} is released but not served yet.`);
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}
