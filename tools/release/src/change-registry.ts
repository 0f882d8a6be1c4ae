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
   * Whether the registry already has the desired state for an app, because the reply to an earlier attempt may have
   * been lost. `first` is the app's initial state.
   */
  isDone: (app: App | undefined, first: App | undefined) => boolean;
  /** Makes the change to this exact state by sending its revision. */
  attempt: (current: Released) => Promise<Change>;
  onRetry: (revision: number) => void;
  /** The state that the decision was based on, if it was already read. */
  seen?: Released;
}

/**
 * Changes the registry by compare-and-swap. Retries if another team released other remotes first. Fails if they
 * changed the same remote.
 * @returns the change and the state before it.
 * @throws {ReleaseFailure} RELEASE_CONFLICT, or the code of a failed check.
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
    // The conflict may come from an earlier attempt of this change whose reply was lost.
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

/** Without a reply it is unknown whether the change was made, so another run could repeat it. */
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
