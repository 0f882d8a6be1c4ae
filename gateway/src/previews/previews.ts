import { LocalAddress } from '@leadping/contracts/gateway/release-routes';
import { BuildManifest } from '@leadping/contracts/release';
import { DomainError } from '@leadping/service-kit/domain-error';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { publish } from '../releases/publish.ts';
import { buildId, type ReleaseState } from '../releases/release-state.ts';
import type { ReleaseSigner } from '../releases/signature.ts';
import type { FileStore } from '@leadping/service-kit/storage/file-store';

/** Lifetime of a link and of its cookie. */
const LIFETIME_MS = 8 * 3600 * 1000;
const MAX_CACHED = 20;
/** Domain separation: the signature of a preview must not be valid for a release document, and vice versa. */
const PURPOSE = 'preview ';

const Claims = z.strictObject({
  app: z.string(),
  version: z.string(),
  /** Origin on a developer's machine. Absent for an uploaded build. */
  address: LocalAddress.optional(),
  /** The user who opened the link. Absent in the link itself. */
  userId: z.string().optional(),
  /** Creator of the preview. Absent in links of earlier versions. */
  madeBy: z.strictObject({ name: z.string(), userId: z.string() }).optional(),
  /** SHA-256 of the stored manifest. */
  manifest: z.string().regex(/^[0-9a-f]{64}$/),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
type Claims = z.infer<typeof Claims>;

/** A build that only the developer who opened its link can see. */
export interface Preview {
  token: string;
  expiresAt: number;
  build: BuildManifest;
  /** Origin on the developer's machine that serves the build. Null for an uploaded build. */
  address: string | null;
  /** Creator of the preview: an admin or a release token. */
  madeBy: { name: string; userId: string } | null;
  /** User who opened the link. Null if nobody has opened it yet. */
  userId: string | null;
}

export interface Previews {
  /** Stores the manifest of a build and signs a token for it. */
  create: (made: Pick<Claims, 'address' | 'madeBy'> & { build: BuildManifest }) => Promise<Preview>;
  /** Binds the preview to one user. Its token is invalid for others. */
  claim: (preview: Preview, userId: string) => Preview;
  /** Finds the preview of a token. Null if the token is invalid or expired, or if files are missing. */
  find: (token: string) => Promise<Preview | null>;
}

const keyOf = ({ app, version, manifest }: Claims) => `${app}/${version}/preview-${manifest}.json`;

export function openPreviews({ store, signer }: { store: FileStore; signer: ReleaseSigner }): Previews {
  const found = new LRUCache<string, Preview>({ max: MAX_CACHED });

  const readClaims = (token: string): Claims | null => {
    const [payload = '', signature = ''] = token.split('.');
    const text = Buffer.from(payload, 'base64url').toString('utf8');
    const signed = Buffer.from(signature, 'base64url').toString('base64');
    if (!signer.isOurs(PURPOSE + text, signed)) return null;
    const claims = Claims.parse(JSON.parse(text));
    return claims.expiresAt > Date.now() ? claims : null;
  };

  const sign = (claims: Claims): string => {
    const text = JSON.stringify(claims);
    const signature = Buffer.from(signer.sign(PURPOSE + text), 'base64').toString('base64url');
    return `${Buffer.from(text).toString('base64url')}.${signature}`;
  };

  return {
    create: async ({ build, address, madeBy }) => {
      const bytes = Buffer.from(JSON.stringify(build));
      const claims = {
        app: build.name,
        version: build.version,
        address,
        madeBy,
        manifest: createHash('sha256').update(bytes).digest('hex'),
        expiresAt: Date.now() + LIFETIME_MS,
      };
      await store.write(keyOf(claims), bytes);
      const { expiresAt } = claims;
      return {
        token: sign(claims),
        expiresAt,
        build,
        address: address ?? null,
        madeBy: madeBy ?? null,
        userId: null,
      };
    },
    claim: (preview, userId) => {
      const claims = readClaims(preview.token);
      if (!claims) return preview;
      return { ...preview, userId, token: sign({ ...claims, userId }) };
    },
    find: async (token) => {
      const claims = readClaims(token);
      if (!claims) return null;
      const known = found.get(token);
      if (known) return known;
      const bytes = await store.read(keyOf(claims));
      if (!bytes || createHash('sha256').update(bytes).digest('hex') !== claims.manifest) return null;
      const build = BuildManifest.parse(JSON.parse(bytes.toString('utf8')));
      const { expiresAt, address = null, madeBy = null, userId = null } = claims;
      const preview = { token, expiresAt, build, address, madeBy, userId };
      found.set(token, preview);
      return preview;
    },
  };
}

/** The release with the preview in place of its app. Unchanged if the preview no longer fits the other apps. */
export function withPreview(state: ReleaseState, { build: manifest, address }: Preview): ReleaseState {
  const build = address === null ? manifest : { ...manifest, address };
  const current = state.apps[build.name]?.stable;
  if (current && buildId(current) === buildId(build)) return state;
  try {
    return publish(state, { builds: [build] });
  } catch (error) {
    if (error instanceof DomainError) return state;
    throw error;
  }
}
