import type { Options } from './arguments.ts';
import { changeRegistry, findApp } from './change-registry.ts';
import { ReleaseFailure } from './failures.ts';
import type { Outcome, VersionChange } from './outcome.ts';
import type { Progress } from './progress.ts';
import type { RegistryClient } from './registry-client.ts';

interface Retirement {
  name: string;
  options: Pick<Options, 'note'>;
  progress: Progress;
}

/** Retires a remote. @throws {ReleaseFailure} NOT_FOUND if it is not released. */
export async function retireRemote(
  client: RegistryClient,
  { name, options: { note }, progress }: Retirement,
): Promise<Outcome> {
  const { change, before } = await progress.step(`retire ${name}`, (detail) =>
    changeRegistry(client, {
      apps: [name],
      isDone: (app, first) => app === undefined && first !== undefined,
      attempt: (current) => {
        if (!findApp(current, name)) throw new ReleaseFailure('NOT_FOUND', `${name} is not released.`);
        return client.retire({ apps: [name], note, revision: current.revision });
      },
      onRetry: (revision) => detail(`trying again on revision ${revision}`),
    }),
  );
  const from = findApp(before, name)?.stable ?? null;
  const changes: VersionChange[] = [{ name, from, to: null }];
  return {
    result: { ...change, changes },
    text: `${name} ${from} is retired, revision ${change.revision}. To bring it back: rollback --version ${from}`,
  };
}
