import type { Options } from './arguments.ts';
import { type App, changeRegistry, findApp } from './change-registry.ts';
import { ReleaseFailure } from './failures.ts';
import type { Outcome } from './outcome.ts';
import type { Progress } from './progress.ts';
import type { RegistryClient } from './registry-client.ts';

interface Promotion {
  apps: string[];
  options: Pick<Options, 'version' | 'note'>;
  progress: Progress;
}

/** Promotes canaries to stable. @throws {ReleaseFailure} OTHER_CANARY if the current canary is another version. */
export async function promoteCanaries(
  client: RegistryClient,
  { apps, options: { version, note }, progress }: Promotion,
): Promise<Outcome> {
  const { change, before } = await progress.step(`promote ${apps.join(', ')}`, (detail) =>
    changeRegistry(client, {
      apps,
      isDone: isPromoted,
      attempt: (current) => {
        if (version !== undefined) for (const name of apps) requireCanary(findApp(current, name), version);
        return client.promote({ apps, note, revision: current.revision });
      },
      onRetry: (revision) => detail(`trying again on revision ${revision}`),
    }),
  );
  const changes = change.apps.map((name) => {
    const app = findApp(before, name);
    return { name, from: app?.stable ?? null, to: app?.canary?.version ?? '' };
  });
  const lines = changes.map(
    ({ name, from, to }) => `${name}: promoted ${to} (before: ${from}), revision ${change.revision}.`,
  );
  return { result: { ...change, changes }, text: [...lines, ...change.warnings].join('\n') };
}

const isPromoted = (app: App | undefined, first: App | undefined) =>
  app?.canary === null && app.stable === first?.canary?.version;

/** The gateway refuses apps that are not released. */
function requireCanary(app: App | undefined, version: string): void {
  if (!app || app.canary?.version === version) return;
  const { name, stable, canary } = app;
  if (canary) {
    throw new ReleaseFailure(
      'OTHER_CANARY',
      `The canary of ${name} that is out is ${canary.version} (${canary.percent} %), not ${version}. Look at \`status\`; to give that one to everybody: promote --version ${canary.version}`,
    );
  }
  throw new ReleaseFailure(
    'NO_CANARY',
    stable === version
      ? `${name} has no canary: ${version} is its stable release already.`
      : `${name} has no canary. Its stable release is ${stable}; \`history\` says what became of ${version}.`,
  );
}
