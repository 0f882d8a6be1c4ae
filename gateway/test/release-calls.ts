import type { Build } from './builds.ts';
import { OWN_ORIGIN, RELEASE_TOKEN, type GatewayUnderTest } from './gateway.ts';

export const RELEASES = '/api/admin/releases';
export const releaseBearer = { authorization: `Bearer ${RELEASE_TOKEN}` };

type Headers = Record<string, string>;

/** Uploads the files of a build. @throws the first reply that is not a success. */
export async function upload(
  at: GatewayUnderTest,
  { manifest, files }: Build,
  headers: Headers = releaseBearer,
) {
  for (const [file, body] of Object.entries(files)) {
    const reply = await at.call(`${RELEASES}/${manifest.name}/${manifest.version}/files?path=${file}`, {
      method: 'PUT',
      body,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
    });
    if (reply.status !== 200) throw new Error(reply.text);
  }
}

/** Releases uploaded builds. @param more fields of the call, such as the revision that it builds on */
export const publish = (
  at: GatewayUnderTest,
  builds: Build | Build[],
  more: object = {},
  headers: Headers = releaseBearer,
) =>
  at.call(RELEASES, { json: { builds: [builds].flat().map(({ manifest }) => manifest), ...more }, headers });

/** Uploads and releases builds, to everybody or as a canary for a percentage of visitors. */
export async function release(at: GatewayUnderTest, builds: Build[], canary?: number) {
  for (const build of builds) await upload(at, build);
  return publish(at, builds, canary ? { canary } : {});
}

interface AppEntry {
  name: string;
  stable: string;
  lastGood: string | null;
  canary: { version: string; percent: number } | null;
}

export async function appAt(at: GatewayUnderTest, name: string): Promise<AppEntry> {
  const reply = await at.call(RELEASES, { headers: releaseBearer });
  return (reply.json() as { apps: AppEntry[] }).apps.find((app) => app.name === name)!;
}

/** Loads a page from each of these addresses, so that their networks are known. */
export async function visitFrom(at: GatewayUnderTest, addresses: string[]): Promise<void> {
  for (const address of addresses)
    await at.call('/nothing-here', { headers: { 'x-forwarded-for': address } });
}

/** Reads the token of a page that was served to this address. */
export async function pageTokenFor(at: GatewayUnderTest, address: string): Promise<string> {
  const page = await at.call('/support', { headers: { 'x-forwarded-for': address } });
  return /<meta name="page-token" content="([^"]+)">/.exec(page.text)?.[1] ?? '';
}

/** Reports from a page at this address that the app failed. */
export const reportFailure = (
  at: GatewayUnderTest,
  report: {
    app: string;
    version: string;
    address: string;
    pageToken?: string | undefined;
    /** Session of the visitor. */
    session?: string | undefined;
  },
) => {
  const { app, version, address, pageToken, session } = report;
  return at.call('/api/client-errors', {
    json: { app, version, message: 'Cannot read properties of undefined', path: '/', pageToken },
    headers: { 'x-forwarded-for': address, origin: OWN_ORIGIN },
    ...(session === undefined ? {} : { session }),
  });
};

/** @returns when the gateway last checked all releases, in seconds since 1970. */
export async function checkedAt(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^leadping_releases_checked_timestamp_seconds\{.*\} (\S+)$/m.exec(text)?.[1]);
}
