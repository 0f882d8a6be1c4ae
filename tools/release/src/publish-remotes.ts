import path from 'node:path';
import type { Options } from './arguments.ts';
import { findApp } from './change-registry.ts';
import { compareWithReleased } from './compare-with-released.ts';
import type { Outcome } from './outcome.ts';
import type { Progress } from './progress.ts';
import type { RegistryClient, Released } from './registry-client.ts';
import { releaseBuilds } from './release-builds.ts';
import type { Remote } from './remote.ts';
import { rollBack } from './roll-back.ts';

/** Releases a remote and those that go with it. With `--if-changed` only if a build has changed. */
export async function publishRemotes(
  client: RegistryClient,
  { remote, options, progress }: { remote: Remote; options: Options; progress: Progress },
): Promise<Outcome> {
  const beside = (name: string) => ({ name, folder: path.join(remote.folder, '..', name) });
  const remotes = [remote, ...options.with.map(beside)];
  // Read first, so that a wrong token or address does not cost a build.
  const seen = await client.released();
  const apps = remotes.map(({ name }) => name);
  if (!options.ifChanged) return releaseBuilds(client, { remotes, options, progress });
  const compared = await compareWithReleased(client, { remotes, seen, progress, builtIn: options.builtIn });
  // Promoting the current canary to everybody is a change.
  if (compared.outcome === 'same' && (options.canary !== undefined || compared.remarks.length === 0)) {
    const { remarks } = compared;
    const result = { revision: seen.revision, apps, warnings: [], builds: [], remarks };
    return { result, text: ['Nothing changed, nothing was released.', ...remarks].join('\n') };
  }
  if (compared.outcome === 'reverted')
    return endCanary(client, { apps: compared.apps, options, progress, seen });
  if (options.canary === undefined || !(await areNew(client, apps, seen)))
    return releaseBuilds(client, { remotes, options, progress });
  const { result, text } = await releaseBuilds(client, {
    remotes,
    options: { ...options, canary: undefined },
    progress,
  });
  const remarks = apps.map(
    (name) => `${name} is new: there is no release to compare a canary with, so everybody gets it.`,
  );
  return { result: { ...result, remarks }, text: [text, ...remarks].join('\n') };
}

/** Rolls back the canaries of a reverted change. */
async function endCanary(
  client: RegistryClient,
  { apps, options, progress, seen }: { apps: string[]; options: Options; progress: Progress; seen: Released },
): Promise<Outcome> {
  const { note } = options;
  const { result, text } = await rollBack(client, {
    apps,
    options: { version: undefined, note },
    progress,
    seen,
  });
  const remarks = apps.map(
    (name) =>
      `The sources of ${name} are its stable release again: its canary was taken back, nothing was released.`,
  );
  return { result: { ...result, builds: [], remarks }, text: [text, ...remarks].join('\n') };
}

/** Whether one of these was never released. Only a person may release a retired remote again. */
async function areNew(client: RegistryClient, apps: string[], seen: Released): Promise<boolean> {
  for (const app of apps) {
    if (findApp(seen, app)) return false;
    if ((await client.history({ app, limit: 1 })).entries.length > 0) return false;
  }
  return true;
}
