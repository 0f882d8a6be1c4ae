import { ReleaseFailure } from './failures.ts';
import type { RegistryClient, Released } from './registry-client.ts';

const TRIES = 20;

export type App = Released['apps'][number];

interface Change {
  revision: number;
  apps: string[];
  warnings: string[];
}

interface RegistryChange {
  apps: string[];
  /**
   * Whether the registry says already what is wanted, of an app that was `first` in the beginning: the answer to an
   * earlier try may have been lost.
   */
  isDone: (app: App | undefined, first: App | undefined) => boolean;
  attempt: (revision: number) => Promise<Change>;
  onRetry: (revision: number) => void;
}

/**
 * Changes the registry by compare-and-swap. Where another team was faster with other remotes it is tried again on top of
 * theirs; where they changed the same remote, it ends and says so.
 * @throws {ReleaseFailure} RELEASE_CONFLICT, or whatever check refused the change.
 */
export async function changeRegistry(
  client: RegistryClient,
  { apps, isDone, attempt, onRetry }: RegistryChange,
): Promise<Change> {
  const first = await client.released();
  let current = first;
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(current.revision);
    } catch (error) {
      if (!(error instanceof ReleaseFailure) || error.code !== 'RELEASE_CONFLICT' || tries === TRIES)
        throw error;
    }
    current = await client.released();
    if (apps.every((name) => isDone(findApp(current, name), findApp(first, name))))
      return { revision: current.revision, apps, warnings: [] };
    const changed = apps.find((name) => stateOf(first, name) !== stateOf(current, name));
    if (changed !== undefined) {
      throw new ReleaseFailure(
        'RELEASE_CONFLICT',
        `Somebody else released ${changed} meanwhile (${stateOf(current, changed)}, revision ${current.revision}). Nothing of yours was released. Look at it, then run the command again.`,
      );
    }
    onRetry(current.revision);
  }
}

const findApp = ({ apps }: Released, name: string) => apps.find((app) => app.name === name);

function stateOf(released: Released, name: string): string {
  const app = findApp(released, name);
  if (!app) return 'not released';
  return app.canary ? `${app.stable}, canary ${app.canary.version} at ${app.canary.percent} %` : app.stable;
}
