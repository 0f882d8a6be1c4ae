import type { Options } from './arguments.ts';
import { buildRemote } from './build-remote.ts';
import { checkBudget } from './check-budget.ts';
import type { Progress } from './progress.ts';
import type { RegistryClient } from './registry-client.ts';
import type { Remote } from './remote.ts';
import { uploadBuild } from './upload-build.ts';

/** Uploads a build under a preview version and returns a link to it. Nothing is released. */
export async function previewBuild(
  client: RegistryClient,
  { remote, options, progress }: { remote: Remote; options: Options; progress: Progress },
): Promise<{ build: string; url: string; expiresAt: string }> {
  const { name } = remote;
  // Paths are immutable, so each preview has its own version.
  const version = options.isBuilt
    ? undefined
    : options.builtIn !== undefined
      ? options.version
      : `0.0.0-${options.preview}.${Date.now().toString(36)}`;
  const build = await progress.step(`build ${name}`, () => buildRemote(remote, { ...options, version }));
  await checkBudget(build);
  await progress.step(`upload ${name} ${build.manifest.version}`, (detail) =>
    uploadBuild(client, build, (done, all) => detail(`${done} of ${all} files`)),
  );
  const { url, expiresAt } = await client.preview({ build: build.manifest });
  return { build: `${name} ${build.manifest.version}`, url, expiresAt };
}
