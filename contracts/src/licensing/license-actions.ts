import { z } from 'zod';
import { EmailAddress } from '../email-address.ts';
import { IsoDate, ObjectIdText } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { DEVICE_LIMIT, DeviceId } from './device-routes.ts';

/** State of the latest mail with the key. `error` is the mail provider's reason. */
export const KeyMail = z.object({
  state: z.enum(['queued', 'sent', 'failed']),
  error: z.string().nullable(),
});
export type KeyMail = z.infer<typeof KeyMail>;

export const LicenseDevice = z.object({
  deviceId: z.string(),
  deviceName: z.string(),
  activatedAt: IsoDate,
  lastUsedAt: IsoDate,
});

/** The number of the license's current key: 1, and one more with each rotation. */
export const KeyNumber = z.int().min(1);

/** How a key is replaced. */
export const KeyRotation = z.strictObject({
  /** The number of the key to replace. If that key was replaced meanwhile, nothing changes. */
  keyNumber: KeyNumber,
  /** Devices that move to the new key. All others are signed out. */
  keptDevices: z.array(DeviceId).max(DEVICE_LIMIT),
});
export type KeyRotation = z.infer<typeof KeyRotation>;

export type LicenseDevice = z.infer<typeof LicenseDevice>;

const params = z.object({ id: ObjectIdText });
const message = z.object({ message: z.string() });

/** Actions on one license. Admins may use them for any license, resellers for their own. */
export function licenseActions<const A extends 'admin' | 'reseller', const P extends 'admin' | 'resellers'>(
  access: A,
  area: P,
) {
  const one = { service: 'svc-licensing', access, params } as const;
  return {
    correctEmail: defineRoute({
      ...one,
      method: 'PUT',
      path: `/api/${area}/licenses/:id/email` as const,
      summary:
        'Corrects the address of a license. Another address gets a new key, and all devices are signed out',
      freshSession: true,
      body: z.strictObject({ email: EmailAddress }),
      replies: { 200: message },
      errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
      limit: { points: 60, windowSeconds: 60 },
    }),
    resendKey: defineRoute({
      ...one,
      method: 'POST',
      path: `/api/${area}/licenses/:id/resend` as const,
      summary: 'Emails the key of a license again',
      replies: { 202: message },
      errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
      limit: { points: 60, windowSeconds: 60 },
    }),
    rotateKey: defineRoute({
      ...one,
      method: 'POST',
      path: `/api/${area}/licenses/:id/rotate` as const,
      summary: 'Replaces the key of a license, keeps the chosen devices and emails the new key',
      freshSession: true,
      body: KeyRotation,
      replies: { 200: message },
      errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
      limit: { points: 60, windowSeconds: 60 },
    }),
    listDevices: defineRoute({
      ...one,
      method: 'GET',
      path: `/api/${area}/licenses/:id/devices` as const,
      summary: 'The devices of a license, the one used last first',
      replies: { 200: z.array(LicenseDevice) },
      errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
    }),
    signOutDevice: defineRoute({
      ...one,
      method: 'DELETE',
      path: `/api/${area}/licenses/:id/devices/:deviceId` as const,
      summary: 'Signs a device out; one that is signed out already stays so',
      params: params.extend({ deviceId: DeviceId }),
      replies: { 200: message },
      errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
    }),
  };
}
