import { z } from 'zod';
import { IsoDate, line, optional } from '../primitives.ts';
import { defineRoute } from '../route.ts';

/** Made by the extension once for each installation. */
export const DeviceId = line(100, 8).regex(/^[A-Za-z0-9._-]+$/, 'letters, digits and . _ - only');

export const VALIDATION_CODES = [
  'VALID',
  'KEY_MALFORMED',
  'KEY_MISTYPED',
  'KEY_UNKNOWN',
  'LICENSE_SUSPENDED',
  'LICENSE_REVOKED',
  'DEVICE_NOT_ACTIVATED',
  'DEVICE_SIGNED_OUT',
] as const;

/** How a key is on a device. A refused key is a reply and no error: the extension shows `detail` as it is. */
export const Validation = z.object({
  valid: z.boolean(),
  code: z.enum(VALIDATION_CODES),
  detail: z.string(),
  /** An EdDSA JWT, verifiable offline with the published key until it expires after 30 days; null where `valid` is false. */
  token: z.string().nullable(),
});
export type Validation = z.infer<typeof Validation>;

/** What the token says: `sub` is the license's id, `device` the device it was made for. */
export const LicenseTokenClaims = z.object({
  iss: z.string(),
  sub: z.string(),
  device: z.string(),
  iat: z.int(),
  exp: z.int(),
});

/** Days that the extension works without reaching us. */
export const GRACE_DAYS = 30;
/** A further device signs out the one that was unused for longest. */
export const DEVICE_LIMIT = 5;

const PastedKey = z.string().min(1).max(200);

const onDevice = {
  service: 'svc-licensing',
  method: 'POST',
  access: 'credentials',
  priority: 'first',
  repeatable: true,
  body: z.object({ licenseKey: PastedKey, deviceId: DeviceId }),
  replies: { 200: Validation },
  errors: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  limit: { points: 120, windowSeconds: 60 },
  // The extension has permission for the networking site alone and calls us as any page would.
  cors: 'any-origin',
} as const;

export const activateLicense = defineRoute({
  ...onDevice,
  body: z.object({
    licenseKey: PastedKey,
    deviceId: DeviceId,
    /** What the owner recognizes the device by, as in "Chrome on Windows". */
    deviceName: optional(line(60)),
  }),
  path: '/api/license/activate',
  summary: 'Signs a device in with a license key',
});

export const validateLicense = defineRoute({
  ...onDevice,
  path: '/api/license/validate',
  summary: 'Says whether the key still holds on a device that is signed in',
});

export const deactivateLicense = defineRoute({
  ...onDevice,
  path: '/api/license/deactivate',
  summary: 'Signs a device out',
});

/** The devices of the caller's own license, the one used last first; empty where `valid` is false. */
export const DeviceList = Validation.omit({ token: true }).extend({
  devices: z.array(
    z.object({ deviceId: z.string(), deviceName: z.string(), activatedAt: IsoDate, lastUsedAt: IsoDate }),
  ),
});
export type DeviceList = z.infer<typeof DeviceList>;

export const listDevices = defineRoute({
  ...onDevice,
  path: '/api/license/devices',
  summary: 'Lists the devices of a license, for a device that is signed in',
  replies: { 200: DeviceList },
});

/** A JSON Web Key Set (RFC 7517) of Ed25519 keys; a token names its key by `kid`. */
export const getLicensePublicKey = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/license/public-key',
  summary: 'The public keys that verify license tokens',
  access: 'anyone',
  replies: {
    200: z.object({
      keys: z.array(
        z.object({
          kty: z.literal('OKP'),
          crv: z.literal('Ed25519'),
          alg: z.literal('EdDSA'),
          use: z.literal('sig'),
          kid: z.string(),
          x: z.string(),
          /** The root key's signature over `license-key:<x>`, base64url; the extension's package has that key. */
          certificate: z.string(),
        }),
      ),
    }),
  },
  errors: ['RATE_LIMITED'],
  limit: { points: 300, windowSeconds: 60 },
  cors: 'any-origin',
});
