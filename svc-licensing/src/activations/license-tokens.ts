import { BRAND } from '@leadping/contracts/brand';
import { GRACE_DAYS } from '@leadping/contracts/licensing/device-routes';
import { ed25519PrivateKey } from '@leadping/service-kit/data/ed25519';
import { calculateJwkThumbprint, createLocalJWKSet, errors, exportJWK, jwtVerify, SignJWT } from 'jose';
import { createPublicKey, sign, type KeyObject } from 'node:crypto';

export interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  alg: 'EdDSA';
  use: 'sig';
  kid: string;
  x: string;
  /** The root key's signature over `license-key:<x>`, base64url. */
  certificate: string;
}

export interface LicenseTokens {
  /** A token for one device, good for the days of grace from `signedAt` on, but not after `endsAt`. */
  sign: (claims: { licenseId: string; deviceId: string }, signedAt: Date, endsAt?: Date) => Promise<string>;
  /** @returns its license and device; null if the token is not ours or has expired */
  verify: (token: string, now: Date) => Promise<{ licenseId: string; deviceId: string } | null>;
  /** The newest key signs; older ones are published as long as tokens may live that they signed. */
  publicKeys: PublicKey[];
}

/** @param seeds 64 hex digits each, the newest first. @param rootSeed 64 hex digits: certifies their keys */
export async function buildLicenseTokens(seeds: readonly string[], rootSeed: string): Promise<LicenseTokens> {
  const privateKeys = seeds.map(ed25519PrivateKey);
  const root = ed25519PrivateKey(rootSeed);
  const publicKeys = await Promise.all(privateKeys.map((key) => publicKeyOf(key, root)));
  const [signingKey] = privateKeys;
  const [published] = publicKeys;
  if (!signingKey || !published) throw new Error('LICENSE_SIGNING_SEED is empty');
  const keySet = createLocalJWKSet({ keys: publicKeys });
  return {
    publicKeys,
    verify: async (token, currentDate) => {
      const options = {
        issuer: BRAND.name,
        algorithms: ['EdDSA'],
        currentDate,
        requiredClaims: ['sub', 'device', 'exp'],
      };
      const verified = await jwtVerify(token, keySet, options).catch((error: unknown) => {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      });
      const { sub, device } = verified?.payload ?? {};
      return sub !== undefined && typeof device === 'string' ? { licenseId: sub, deviceId: device } : null;
    },
    sign: ({ licenseId, deviceId }, signedAt, endsAt) =>
      new SignJWT({ device: deviceId })
        .setProtectedHeader({ alg: 'EdDSA', kid: published.kid })
        .setIssuer(BRAND.name)
        .setSubject(licenseId)
        .setIssuedAt(signedAt)
        .setExpirationTime(tokenEnd(signedAt, endsAt))
        .sign(signingKey),
  };
}

function tokenEnd(signedAt: Date, endsAt: Date | undefined): Date {
  const graceEnd = signedAt.getTime() + GRACE_DAYS * 24 * 3600_000;
  return new Date(Math.min(graceEnd, endsAt?.getTime() ?? Infinity));
}

async function publicKeyOf(privateKey: KeyObject, root: KeyObject): Promise<PublicKey> {
  const { x = '' } = await exportJWK(createPublicKey(privateKey));
  const jwk = { kty: 'OKP', crv: 'Ed25519', x } as const;
  const certificate = sign(null, Buffer.from(`license-key:${x}`), root).toString('base64url');
  return { ...jwk, alg: 'EdDSA', use: 'sig', kid: await calculateJwkThumbprint(jwk), certificate };
}
