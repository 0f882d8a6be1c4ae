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
  /** Makes the change to this state, and to no other: it goes out with its revision. */
  attempt: (current: Released) => Promise<Change>;
  onRetry: (revision: number) => void;
  /** What the change was decided by, where that was read already. */
  seen?: Released;
}

/**
 * Changes the registry by compare-and-swap. Where another team was faster with other remotes it is tried again on top of
 * theirs; where they changed the same remote, it ends and says so.
 * @returns the change, with the state before it.
 * @throws {ReleaseFailure} RELEASE_CONFLICT, or whatever check refused the change.
 */
export async function changeRegistry(
  client: RegistryClient,
  { apps, isDone, attempt, onRetry, seen }: RegistryChange,
): Promise<{ change: Change; before: Released }> {
  const first = seen ?? (await client.released());
  let current = first;
  for (let tries = 1; ; tries += 1) {
    try {
      return { change: await attempt(current), before: current };
    } catch (error) {
      if (!(error instanceof ReleaseFailure) || error.code !== 'RELEASE_CONFLICT' || tries === TRIES)
        throw withDoubt(error);
    }
    // The conflict may be with an earlier try of this very change, whose reply was lost.
    current = await client.released().catch((error: unknown) => {
      throw withDoubt(error);
    });
    if (apps.every((name) => isDone(findApp(current, name), findApp(first, name))))
      return { change: { revision: current.revision, apps, warnings: [] }, before: first };
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

/** Where no reply says whether the change was made, running it again could be a second one. */
function withDoubt(error: unknown): unknown {
  if (!(error instanceof ReleaseFailure)) return error;
  const isKnown = error.code !== 'UNREACHABLE' && (error.status ?? 0) < 500;
  if (isKnown) return error;
  return new ReleaseFailure(
    error.code,
    `It may have been done: look at \`status\` before you run it again. ${error.message}`,
    { cause: error },
  );
}

export const findApp = ({ apps }: Released, name: string) => apps.find((app) => app.name === name);

function stateOf(released: Released, name: string): string {
  const app = findApp(released, name);
  if (!app) return 'not released';
  return app.canary ? `${app.stable}, canary ${app.canary.version} at ${app.canary.percent} %` : app.stable;
}
