import { BRAND } from '@leadping/contracts/brand';
import { GRACE_DAYS } from '@leadping/contracts/licensing/device-routes';
import { ed25519PrivateKey } from '@leadping/service-kit/data/ed25519';
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose';
import { createPublicKey, type KeyObject } from 'node:crypto';

export interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  alg: 'EdDSA';
  use: 'sig';
  kid: string;
  x: string;
}

export interface LicenseTokens {
  /** A token for one device, good for the days of grace from `signedAt` on. */
  sign: (claims: { licenseId: string; deviceId: string }, signedAt: Date) => Promise<string>;
  /** The newest key signs; older ones are published as long as tokens may live that they signed. */
  publicKeys: PublicKey[];
}

/** @param seeds 64 hex digits each, the newest first. */
export async function buildLicenseTokens(seeds: readonly string[]): Promise<LicenseTokens> {
  const privateKeys = seeds.map(ed25519PrivateKey);
  const publicKeys = await Promise.all(privateKeys.map(publicKeyOf));
  const [signingKey] = privateKeys;
  const [published] = publicKeys;
  if (!signingKey || !published) throw new Error('LICENSE_SIGNING_SEED is empty');
  return {
    publicKeys,
    sign: ({ licenseId, deviceId }, signedAt) =>
      new SignJWT({ device: deviceId })
        .setProtectedHeader({ alg: 'EdDSA', kid: published.kid })
        .setIssuer(BRAND.name)
        .setSubject(licenseId)
        .setIssuedAt(signedAt)
        .setExpirationTime(new Date(signedAt.getTime() + GRACE_DAYS * 24 * 3600_000))
        .sign(signingKey),
  };
}

async function publicKeyOf(privateKey: KeyObject): Promise<PublicKey> {
  const { x = '' } = await exportJWK(createPublicKey(privateKey));
  const jwk = { kty: 'OKP', crv: 'Ed25519', x } as const;
  return { ...jwk, alg: 'EdDSA', use: 'sig', kid: await calculateJwkThumbprint(jwk) };
}
