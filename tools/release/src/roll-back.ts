import type { Options } from './arguments.ts';
import { type App, changeRegistry, findApp } from './change-registry.ts';
import { ReleaseFailure } from './failures.ts';
import type { Outcome, VersionChange } from './outcome.ts';
import type { Progress } from './progress.ts';
import type { RegistryClient, Released } from './registry-client.ts';

interface Rollback {
  apps: string[];
  options: Pick<Options, 'version' | 'note'> & Partial<Pick<Options, 'isStable'>>;
  progress: Progress;
  /** The state that the decision was based on. Default: the current registry. */
  seen?: Released;
}

/**
 * Rolls back canaries. The stable release is rolled back only on request, so that a concurrent rollback of the canary
 * does not also remove the stable release.
 * @throws {ReleaseFailure} NO_CANARY, CANARY_OUT or NO_EARLIER_RELEASE, each with the next step.
 */
export async function rollBack(
  client: RegistryClient,
  { apps, options: { version, isStable = false, note }, progress, seen }: Rollback,
): Promise<Outcome> {
  const requireState = isStable ? requireEarlier : requireCanary;
  const { change, before } = await progress.step(`roll back ${apps.join(', ')}`, (detail) =>
    changeRegistry(client, {
      apps,
      isDone: (app, first) => isRolledBack(app, first, version),
      attempt: (current) => {
        if (version === undefined) for (const name of apps) requireState(findApp(current, name));
        const { revision } = current;
        return client.rollback({ apps, note, revision, ...(version === undefined ? {} : { version }) });
      },
      onRetry: (revision) => detail(`trying again on revision ${revision}`),
      ...(seen && { seen }),
    }).catch((error: unknown) => {
      throw withHint(error);
    }),
  );
  // Other changed apps had a canary that no longer fits the stable releases.
  const changed = change.apps.map((name) =>
    describe(name, findApp(before, name), apps.includes(name) ? version : undefined),
  );
  const lines = changed.map(({ text }) => `${text}, revision ${change.revision}.`);
  return {
    result: { ...change, changes: changed.map((one) => one.change) },
    text: [...lines, ...change.warnings].join('\n'),
  };
}

/**
 * Whether the app has the desired version: the requested one, else the stable one without the canary, else the
 * previous stable one.
 */
function isRolledBack(app: App | undefined, first: App | undefined, version: string | undefined): boolean {
  const wanted = version ?? (first?.canary ? first.stable : first?.lastGood);
  return app?.canary === null && app.stable === wanted;
}

/** The gateway refuses apps that are not released, here and below. */
function requireCanary(app: App | undefined): void {
  if (!app || app.canary) return;
  const { name, stable, lastGood } = app;
  throw new ReleaseFailure(
    'NO_CANARY',
    `${name} has no canary. Its stable release is ${stable}; ${
      lastGood === null
        ? 'to go to an earlier one of `history` for everybody: rollback --version x.y.z'
        : `to go back to ${lastGood} for everybody: rollback --stable`
    }`,
  );
}

function requireEarlier(app: App | undefined): void {
  if (!app) return;
  const { name, stable, lastGood, canary } = app;
  if (canary) {
    throw new ReleaseFailure(
      'CANARY_OUT',
      `${name} has the canary ${canary.version} out (${canary.percent} %). Take the canary back first: rollback. Then go back from ${stable}: rollback --stable`,
    );
  }
  if (lastGood === null) {
    throw new ReleaseFailure(
      'NO_EARLIER_RELEASE',
      `The registry keeps no release of ${name} before ${stable} to go back to. To go to one of \`history\`: rollback --version x.y.z`,
    );
  }
}

/** @param app the app before the change; undefined if it was not released */
function describe(
  name: string,
  app: App | undefined,
  version: string | undefined,
): { change: VersionChange; text: string } {
  if (!app) {
    const to = version ?? '';
    return { change: { name, from: null, to }, text: `${name} is released again as ${to}` };
  }
  const { stable, lastGood, canary } = app;
  if (canary && version === undefined) {
    return {
      change: { name, from: canary.version, to: stable },
      text: `${name} rolled back: canary ${canary.version} taken back, stable is ${stable}`,
    };
  }
  const to = version ?? lastGood ?? '';
  const besides = canary ? `, canary ${canary.version} taken back` : '';
  return {
    change: { name, from: stable, to },
    text: `${name} rolled back from ${stable} to ${to}${besides}`,
  };
}

/** Files are pruned some days after their build was last served. */
function withHint(error: unknown): unknown {
  if (!(error instanceof ReleaseFailure) || !/was not uploaded/.test(error.message)) return error;
  return new ReleaseFailure(
    error.code,
    `${error.message} The files of a build that is no longer served are removed after some days: build its tag again and release that under a new version.`,
    { cause: error },
  );
}
