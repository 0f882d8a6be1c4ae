import { BuildManifest } from '@leadping/contracts/release';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ReleaseFailure } from './failures.ts';

const run = promisify(execFile);
/** Bytes of a build's output; its last lines are what a failure shows. */
const MAX_OUTPUT = 50_000_000;

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
    await run('npm', ['run', 'build', '--silent'], { cwd: folder, env, maxBuffer: MAX_OUTPUT }).catch(
      ({ stdout, stderr, message }: Error & { stdout?: string; stderr?: string }) => {
        const said = `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').slice(-5).join(' | ');
        throw new ReleaseFailure(
          'BUILD_FAILED',
          `${path.basename(folder)} does not build: ${said || message}`,
        );
      },
    );
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
