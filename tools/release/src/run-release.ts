import path from 'node:path';
import type { Options } from './arguments.ts';
import { type App, changeRegistry } from './change-registry.ts';
import { diffWithReleased } from './diff-builds.ts';
import type { Progress } from './progress.ts';
import { previewBuild } from './preview-build.ts';
import { publishRemotes } from './publish-remotes.ts';
import { readHealth } from './read-health.ts';
import type { RegistryClient } from './registry-client.ts';
import { diffTable, healthTable, historyTable } from './tables.ts';

export interface Outcome {
  /** For machines. */
  result: object;
  /** For people. */
  text: string;
}

/** Does what the command line says, for the remote in `folder`. @throws {ReleaseFailure} */
export async function runRelease(
  client: RegistryClient,
  { folder, options, progress }: { folder: string; options: Options; progress: Progress },
): Promise<Outcome> {
  const name = path.basename(folder);
  const apps = [name, ...options.with];
  const { note, version } = options;
  switch (options.action) {
    case 'publish': {
      if (options.preview !== undefined) {
        const result = await previewBuild(client, { folder, options, progress });
        return { result, text: `${result.build} is at ${result.url} until ${result.expiresAt}.` };
      }
      const result = await publishRemotes(client, { folder, options, progress });
      if (result.builds.length === 0) return { result, text: 'Nothing changed, nothing was released.' };
      const builds = result.builds.map((build) => `${build.name} ${build.version}`).join(', ');
      const whom = options.canary === undefined ? 'everybody' : `${options.canary} % of the visitors`;
      const lines = [`Released ${builds} to ${whom}, revision ${result.revision}.`, ...result.warnings];
      return { result, text: lines.join('\n') };
    }
    case 'diff': {
      const result = await diffWithReleased(client, { folder, options, progress });
      return { result, text: diffTable(result) };
    }
    case 'promote': {
      const result = await progress.step(`promote ${apps.join(', ')}`, (detail) =>
        changeRegistry(client, {
          apps,
          isDone: isPromoted,
          attempt: (revision) => client.promote({ apps, note, revision }),
          onRetry: (revision) => detail(`trying again on revision ${revision}`),
        }),
      );
      return { result, text: `${result.apps.join(', ')} promoted, revision ${result.revision}.` };
    }
    case 'rollback': {
      const result = await progress.step(`roll back ${apps.join(', ')}`, (detail) =>
        changeRegistry(client, {
          apps,
          isDone: (app, first) => isRolledBack(app, first, version),
          attempt: (revision) => client.rollback({ apps, note, revision, ...(version ? { version } : {}) }),
          onRetry: (revision) => detail(`trying again on revision ${revision}`),
        }),
      );
      return { result, text: `${result.apps.join(', ')} rolled back, revision ${result.revision}.` };
    }
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

const isPromoted = (app: App | undefined, first: App | undefined) =>
  app?.canary === null && app.stable === first?.canary?.version;

/** At the version that was asked for, else out of the canary, else at the stable one of before. */
function isRolledBack(app: App | undefined, first: App | undefined, version: string | undefined): boolean {
  const wanted = version ?? (first?.canary ? first.stable : first?.lastGood);
  return app?.canary === null && app.stable === wanted;
}
