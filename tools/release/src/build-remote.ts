import { BuildManifest } from '@leadping/contracts/release';
import { execFile } from 'node:child_process';
import { access, cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ReleaseFailure } from './failures.ts';
import { readJson } from './read-json.ts';
import type { Remote } from './remote.ts';

const run = promisify(execFile);
/** Maximum size of a build's output, in bytes. */
const MAX_OUTPUT = 50_000_000;
/** Number of output lines in an error message. */
const CAUSE_LINES = 6;

export interface BuiltRemote {
  folder: string;
  manifest: BuildManifest;
}

/**
 * Builds a remote in its folder, or uses an existing build: the one in `dist`, or the one of this version in
 * `<builtIn>/<name>/<version>`.
 * @throws {ReleaseFailure}
 */
export async function buildRemote(
  { name, folder }: Remote,
  {
    version,
    isBuilt,
    builtIn,
  }: { version: string | undefined; isBuilt: boolean; builtIn?: string | undefined },
): Promise<BuiltRemote> {
  if (builtIn !== undefined) await takeBuild({ name, folder }, path.join(builtIn, name, version ?? ''));
  else if (!isBuilt) {
    await access(path.join(folder, 'package.json')).catch(() => {
      throw new ReleaseFailure(
        'BUILD_FAILED',
        `${folder} is not the folder of a remote: it has no package.json.`,
      );
    });
    // The build runs code of many packages, none of which needs the token.
    const { RELEASE_TOKEN: _secret, ...visible } = process.env;
    const env = { ...visible, ...(version ? { RELEASE_VERSION: version } : {}) };
    await run('npm', ['run', 'build', '--silent'], { cwd: folder, env, maxBuffer: MAX_OUTPUT }).catch(
      ({ stdout, stderr, message }: Error & { stdout?: string; stderr?: string }) => {
        const said = causeIn(`${stdout ?? ''}${stderr ?? ''}`) || message;
        throw new ReleaseFailure('BUILD_FAILED', `${name} does not build: ${said}`);
      },
    );
  }
  const manifest = await readManifest({ name, folder });
  if (manifest.name !== name)
    throw new ReleaseFailure(
      'BUILD_FAILED',
      `dist holds ${manifest.name}, and the package is ${name}: both are the name of the remote.`,
    );
  if (version && manifest.version !== version)
    throw new ReleaseFailure('BUILD_FAILED', `dist holds ${manifest.version}, not ${version}.`);
  return { folder, manifest };
}

/** Whether this version can be used: it was built beforehand, or builds are made on demand. */
export async function isBuiltIn(
  builtIn: string | undefined,
  name: string,
  version: string,
): Promise<boolean> {
  if (builtIn === undefined) return true;
  const found = access(path.join(builtIn, name, version, 'release.json'));
  return found.then(
    () => true,
    () => false,
  );
}

async function takeBuild({ name, folder }: Remote, build: string): Promise<void> {
  await access(path.join(build, 'release.json')).catch(() => {
    throw new ReleaseFailure('BUILD_FAILED', `${build} has no build of ${name}.`);
  });
  const dist = path.join(folder, 'dist');
  await rm(dist, { recursive: true, force: true });
  await cp(build, dist, { recursive: true });
}

/** The cause in a bundler's output: from the first line with an error, or the last lines. */
function causeIn(output: string): string {
  const lines = output.trim().split('\n');
  const first = lines.findIndex((line) => /error/i.test(line));
  const cause = first < 0 ? lines.slice(-CAUSE_LINES) : lines.slice(first, first + CAUSE_LINES);
  return cause.map((line) => line.trim()).join(' | ');
}

async function readManifest({ name, folder }: Remote): Promise<BuildManifest> {
  const file = path.join(folder, 'dist/release.json');
  await access(file).catch(() => {
    throw new ReleaseFailure('BUILD_FAILED', `${name} has no build: leave out --no-build.`);
  });
  return readJson(file, BuildManifest, '');
}
