import type { Build } from './builds.ts';
import { OWN_ORIGIN, RELEASE_TOKEN, type GatewayUnderTest } from './gateway.ts';

export const RELEASES = '/api/admin/releases';
export const releaseBearer = { authorization: `Bearer ${RELEASE_TOKEN}` };

/** Uploads and releases builds, to everybody or as a canary to so many per cent. */
export async function release(at: GatewayUnderTest, builds: Build[], canary?: number) {
  for (const { manifest, files } of builds) {
    for (const [file, body] of Object.entries(files)) {
      await at.call(`${RELEASES}/${manifest.name}/${manifest.version}/files?path=${file}`, {
        method: 'PUT',
        body,
        headers: { ...releaseBearer, 'content-type': 'application/octet-stream' },
      });
    }
  }
  const manifests = builds.map(({ manifest }) => manifest);
  return at.call(RELEASES, {
    json: { builds: manifests, ...(canary ? { canary } : {}) },
    headers: releaseBearer,
  });
}

interface AppEntry {
  name: string;
  stable: string;
  canary: { version: string; percent: number } | null;
}

export async function appAt(at: GatewayUnderTest, name: string): Promise<AppEntry> {
  const reply = await at.call(RELEASES, { headers: releaseBearer });
  return (reply.json() as { apps: AppEntry[] }).apps.find((app) => app.name === name)!;
}

/** What a page that was served to this address proves itself with. */
export async function pageTokenFor(at: GatewayUnderTest, address: string): Promise<string> {
  const page = await at.call('/support', { headers: { 'x-forwarded-for': address } });
  return /<meta name="page-token" content="([^"]+)">/.exec(page.text)?.[1] ?? '';
}

/** A page at this address reports that the app failed. */
export const reportFailure = (
  at: GatewayUnderTest,
  report: {
    app: string;
    version: string;
    address: string;
    pageToken?: string | undefined;
    /** Of the person who looks at the page. */
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

/** @returns when the gateway last looked at everything, in seconds since 1970. */
export async function checkedAt(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^leadping_releases_checked_timestamp_seconds\{.*\} (\S+)$/m.exec(text)?.[1]);
}
