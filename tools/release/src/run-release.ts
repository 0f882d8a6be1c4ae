import type { Options } from './arguments.ts';
import { diffWithReleased } from './diff-builds.ts';
import type { Outcome } from './outcome.ts';
import type { Progress } from './progress.ts';
import { previewBuild } from './preview-build.ts';
import { promoteCanaries } from './promote-canaries.ts';
import { publishRemotes } from './publish-remotes.ts';
import { readHealth } from './read-health.ts';
import type { RegistryClient } from './registry-client.ts';
import { remoteIn } from './remote.ts';
import { retireRemote } from './retire-remote.ts';
import { rollBack } from './roll-back.ts';
import { diffTable, healthTable, historyTable } from './tables.ts';

/** Runs the command line for the remote in `folder`. @throws {ReleaseFailure} */
export async function runRelease(
  client: RegistryClient,
  { folder, options, progress }: { folder: string; options: Options; progress: Progress },
): Promise<Outcome> {
  const remote = await remoteIn(folder);
  const { name } = remote;
  const apps = [name, ...options.with];
  switch (options.action) {
    case 'publish': {
      if (options.preview !== undefined) {
        const result = await previewBuild(client, { remote, options, progress });
        return { result, text: `${result.build} is at ${result.url} until ${result.expiresAt}.` };
      }
      return publishRemotes(client, { remote, options, progress });
    }
    case 'diff': {
      const result = await diffWithReleased(client, { remote, options, progress });
      return { result, text: diffTable(result) };
    }
    case 'promote':
      return promoteCanaries(client, { apps, options, progress });
    case 'rollback':
      return rollBack(client, { apps, options, progress });
    case 'retire':
      return retireRemote(client, { name, options, progress });
    case 'pause':
    case 'resume': {
      const result = await client.setAutomaticRollback({ paused: options.action === 'pause' });
      return { result, text: `Automatic rollback is ${result.paused ? 'paused' : 'on'} for every app.` };
    }
    case 'status': {
      const result = await readHealth(client, (app) => options.isAboutAll || app === name);
      return { result, text: healthTable(result) };
    }
    case 'history': {
      const query = { limit: options.limit, ...(options.isAboutAll ? {} : { app: name }) };
      const result = await client.history(query);
      return { result, text: historyTable(result) };
    }
  }
}
