import {
  publishRelease,
  retireRelease,
  rollbackRelease,
  uploadReleaseFile,
} from '@leadping/contracts/gateway/release-routes';
import type { BuildManifest } from '@leadping/contracts/release';
import { containerName } from '@leadping/contracts/remote';
import { createHash } from 'node:crypto';

/** The behavior of a test remote in the browser. */
export type Behavior = 'works' | 'throws at load' | 'throws at render' | 'speaks another contract';

export interface Probe {
  name: `mfe-${string}`;
  version: string;
  behavior?: Behavior;
  /** A tab for the admin dashboard. */
  view?: { slug: string; label: string };
}

export const routeOf = ({ name }: Pick<Probe, 'name'>) => `/${name.slice('mfe-'.length)}`;
export const entryOf = ({ name, version }: Pick<Probe, 'name' | 'version'>) =>
  `/assets/${name}/${version}/remoteEntry.js`;

const viewsOf = ({ view }: Probe) =>
  view ? [{ ...view, slot: 'admin', page: 'home', roles: ['admin' as const] }] : [];

/** A minimal remote: one file with the container protocol, one page that shows its version. */
function entryFile(probe: Probe): string {
  const { name, version, behavior = 'works' } = probe;
  const text = JSON.stringify(`${name} ${version}`);
  const page =
    behavior === 'throws at render' ? `() => { throw new Error('render of ' + ${text}) }` : `() => ${text}`;
  const contract = behavior === 'speaks another contract' ? 99 : 1;
  return [
    ...(behavior === 'throws at load' ? [`throw new Error('load of ' + ${text});`] : []),
    `var ${containerName(name)} = {`,
    `  init() {},`,
    `  async get() {`,
    `    const load = async () => ({ default: ${page} });`,
    `    const routes = [{ path: '${routeOf({ name })}', page: 'home', load }];`,
    `    const views = ${JSON.stringify(viewsOf(probe))}.map((view) => ({ ...view, load }));`,
    `    return () => ({ default: { contract: ${contract}, name: '${name}', routes, navigation: [], views } });`,
    `  },`,
    `};`,
  ].join('\n');
}

function buildProbe(probe: Probe): { manifest: BuildManifest; content: string } {
  const content = entryFile(probe);
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
  return {
    content,
    manifest: {
      schema: 1,
      name: probe.name as BuildManifest['name'],
      version: probe.version,
      contract: 1,
      entry: 'remoteEntry.js',
      format: 'script',
      files: [{ path: 'remoteEntry.js', integrity, bytes: Buffer.byteLength(content) }],
      preload: ['remoteEntry.js'],
      routes: [{ path: routeOf(probe), page: 'home', preload: [], needs: [] }],
      views: viewsOf(probe),
      needs: [],
      shared: {},
      sharedNames: {},
      provides: {},
    },
  };
}

/** Releases like a team's command: upload, then publish. */
export function teamAt(publicUrl: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const answerOf = async (reply: Response) => {
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
    return (await reply.json()) as { revision: number };
  };
  const post = async (path: string, body: unknown) =>
    answerOf(
      await fetch(`${publicUrl}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  return {
    release: async (probe: Probe, canary?: number) => {
      const { manifest, content } = buildProbe(probe);
      const path = uploadReleaseFile.path.replace(':app', probe.name).replace(':version', probe.version);
      await answerOf(
        await fetch(`${publicUrl}${path}?path=remoteEntry.js`, {
          method: 'PUT',
          headers: { ...headers, 'content-type': 'application/octet-stream' },
          body: content,
        }),
      );
      return post(publishRelease.path, { builds: [manifest], ...(canary === undefined ? {} : { canary }) });
    },
    rollback: (app: string, version?: string) =>
      post(rollbackRelease.path, { apps: [app], ...(version === undefined ? {} : { version }) }),
    retire: (app: string) => post(retireRelease.path, { apps: [app] }),
    state: async (app: string) => {
      const reply = await fetch(`${publicUrl}/api/admin/releases`, { headers });
      const { apps } = (await reply.json()) as {
        apps: { name: string; stable: string; canary: { version: string } | null }[];
      };
      return apps.find(({ name }) => name === app);
    },
  };
}
