import { buildRemote, isBuiltIn } from './build-remote.ts';
import { findApp } from './change-registry.ts';
import { isSameBuild } from './diff-builds.ts';
import type { Progress } from './progress.ts';
import type { RegistryClient, Released } from './registry-client.ts';
import type { Remote } from './remote.ts';

export type Comparison =
  | { outcome: 'changed' }
  /** The released build equals the current sources. */
  | { outcome: 'same'; remarks: string[] }
  /** The sources equal the stable release again, while another build is the canary of these apps. */
  | { outcome: 'reverted'; apps: string[] };

interface Parts {
  seen: Released;
  progress: Progress;
  builtIn: string | undefined;
}

type AppComparison = { is: 'changed' | 'stable' | 'reverted' } | { is: 'canary'; remark: string };

/** Compares the current sources with the canary, if there is one, then with the stable release. */
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
  // If one app matches its canary and another its stable release, the combination is new.
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
  /**
   * Builds the released version again from the current sources. A version without an existing build counts as
   * changed.
   */
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

/** Whether CI released the canary. CI notes the commit. A canary from a branch is not in the sources of `main`. */
async function isOfCi(client: RegistryClient, app: string): Promise<boolean> {
  const { entries } = await client.history({ app, limit: 20 });
  const end = entries.findIndex(({ action }) => action !== 'canary');
  // It remains CI's canary if a person gave it to more visitors.
  return entries.slice(0, end < 0 ? undefined : end).some(({ note }) => /^[0-9a-f]{40}$/.test(note));
}
