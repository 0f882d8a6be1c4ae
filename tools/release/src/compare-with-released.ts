import { buildRemote, isBuiltIn } from './build-remote.ts';
import { findApp } from './change-registry.ts';
import { isSameBuild } from './diff-builds.ts';
import type { Progress } from './progress.ts';
import type { RegistryClient, Released } from './registry-client.ts';
import type { Remote } from './remote.ts';

export type Comparison =
  | { outcome: 'changed' }
  /** What is out is what would be released. */
  | { outcome: 'same'; remarks: string[] }
  /** The sources went back to the stable release while another build is out as the canary of these apps. */
  | { outcome: 'reverted'; apps: string[] };

interface Parts {
  seen: Released;
  progress: Progress;
  builtIn: string | undefined;
}

type AppComparison = { is: 'changed' | 'stable' | 'reverted' } | { is: 'canary'; remark: string };

/** Compares the sources of now with what is out: with the canary, where there is one, then with the stable release. */
export async function compareWithReleased(
  client: RegistryClient,
  { remotes, ...parts }: { remotes: Remote[] } & Parts,
): Promise<Comparison> {
  const reverted: string[] = [];
  const remarks: string[] = [];
  for (const remote of remotes) {
    const compared = await compareApp(client, { remote, ...parts });
    if (compared.is === 'changed') return { outcome: 'changed' };
    if (compared.is === 'reverted') reverted.push(remote.name);
    if (compared.is === 'canary') remarks.push(compared.remark);
  }
  if (reverted.length === 0) return { outcome: 'same', remarks };
  // One of them as its canary and another as its stable release is something that nobody has yet.
  return remarks.length > 0 ? { outcome: 'changed' } : { outcome: 'reverted', apps: reverted };
}

async function compareApp(
  client: RegistryClient,
  { remote, seen, progress, builtIn }: { remote: Remote } & Parts,
): Promise<AppComparison> {
  const { name } = remote;
  const app = findApp(seen, name);
  if (!app) return { is: 'changed' };
  const { stable, canary } = app;
  /** Builds the released version again from the current sources. A version without an existing build counts as changed. */
  const isSameAs = async (version: string) => {
    const released = await client.findBuild(name, version);
    if (!released || !(await isBuiltIn(builtIn, name, version))) return false;
    const { manifest } = await progress.step(`compare ${name} with ${version}`, () =>
      buildRemote(remote, { version, isBuilt: false, builtIn }),
    );
    return isSameBuild(manifest, released);
  };
  if (canary && (await isSameAs(canary.version))) {
    const remark = `${name} is already out as the canary ${canary.version} at ${canary.percent} %.`;
    return { is: 'canary', remark };
  }
  if (!(await isSameAs(stable))) return { is: 'changed' };
  if (!canary) return { is: 'stable' };
  if (await isOfCi(client, name)) return { is: 'reverted' };
  return { is: 'canary', remark: `${name}: the canary ${canary.version} was released by hand, and stays.` };
}

/** Whether the canary that is out came from CI, which notes the commit. One of a branch is not in the sources of `main`. */
async function isOfCi(client: RegistryClient, app: string): Promise<boolean> {
  const { entries } = await client.history({ app, limit: 20 });
  const end = entries.findIndex(({ action }) => action !== 'canary');
  // Given to more visitors by hand it is CI's all the same.
  return entries.slice(0, end < 0 ? undefined : end).some(({ note }) => /^[0-9a-f]{40}$/.test(note));
}
