import { z } from 'zod';
import { IsoDate, ObjectIdText } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { Seller } from '../seller.ts';
import { LicenseStatus } from './admin-license-routes.ts';
import { DeviceId } from './device-routes.ts';
import { KeyNumber, KeyRotation, LicenseDevice } from './license-actions.ts';

/** A license as its owner sees it. Devices are named by references that only this license understands. */
export const OwnLicense = z.object({
  id: z.string(),
  licenseKey: z.string(),
  keyNumber: KeyNumber,
  status: LicenseStatus,
  isTest: z.boolean(),
  /** When the trial ends or ended. Absent for all other licenses. */
  trialEndsAt: IsoDate.optional(),
  seller: Seller,
  /** Null if it was not bought. */
  orderId: z.string().nullable(),
  createdAt: IsoDate,
  /** The most recently used first. */
  devices: z.array(LicenseDevice),
});
export type OwnLicense = z.infer<typeof OwnLicense>;

const own = { service: 'svc-licensing', access: 'customer', params: z.object({ id: ObjectIdText }) } as const;
const message = z.object({ message: z.string() });

export const listOwnLicenses = defineRoute({
  service: 'svc-licensing',
  method: 'GET',
  path: '/api/my/licenses',
  summary: "The licenses and devices of the customer's address, newest first",
  access: 'customer',
  replies: { 200: z.array(OwnLicense) },
  errors: ['UNAUTHENTICATED'],
});

export const listOwnDevices = defineRoute({
  ...own,
  method: 'GET',
  path: '/api/my/licenses/:id/devices',
  summary: 'The devices of an own license, the one used last first',
  replies: { 200: z.array(LicenseDevice) },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
});

export const signOutOwnDevice = defineRoute({
  ...own,
  method: 'DELETE',
  path: '/api/my/licenses/:id/devices/:deviceId',
  summary: 'Signs a device of an own license out',
  params: own.params.extend({ deviceId: DeviceId }),
  replies: { 200: message },
  errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
});

export const rotateOwnKey = defineRoute({
  ...own,
  method: 'POST',
  path: '/api/my/licenses/:id/rotate',
  summary: 'Replaces the key of an own license, keeps the chosen devices and emails the new key',
  body: KeyRotation,
  replies: { 200: message },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  limit: { points: 20, windowSeconds: 60 },
});
