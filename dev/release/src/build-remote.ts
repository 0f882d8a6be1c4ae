import { BuildManifest } from '@leadping/contracts/release';
import { run } from '@leadping/dev-machine/run';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ReleaseFailure } from './failures.ts';

export interface BuiltRemote {
  folder: string;
  manifest: BuildManifest;
}

/** Builds a remote in its folder, or takes what was built before. @throws {ReleaseFailure} */
export async function buildRemote(
  folder: string,
  { version, isBuilt }: { version: string | undefined; isBuilt: boolean },
): Promise<BuiltRemote> {
  if (!isBuilt) {
    const env = { ...process.env, ...(version ? { RELEASE_VERSION: version } : {}) };
    await run('npm', ['run', 'build', '--silent'], { cwd: folder, env }).catch((error: unknown) => {
      throw new ReleaseFailure('BUILD_FAILED', `${path.basename(folder)} does not build: ${String(error)}`);
    });
  }
  const manifest = await readManifest(folder);
  if (version && manifest.version !== version)
    throw new ReleaseFailure('BUILD_FAILED', `dist holds ${manifest.version}, not ${version}.`);
  return { folder, manifest };
}

async function readManifest(folder: string): Promise<BuildManifest> {
  const text = await readFile(path.join(folder, 'dist/release.json'), 'utf8').catch(() => {
    throw new ReleaseFailure('BUILD_FAILED', `${path.basename(folder)} has no build: leave out --no-build.`);
  });
  const parsed = BuildManifest.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ReleaseFailure(
    'BUILD_FAILED',
    `${path.basename(folder)}/dist/release.json: ${issue?.path.join('.')}: ${issue?.message}`,
  );
}
