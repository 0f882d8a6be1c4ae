import { z } from 'zod';
import { BRAND } from '../brand.ts';
import { defineRequest } from '../event.ts';
import { LicenseStatus } from './admin-license-routes.ts';

/** Allowed only on the store's host, because public pages and each license mail link to it. */
export const StoreUrl = z
  .url()
  .max(500)
  .regex(/^https:\/\/chromewebstore\.google\.com\//, 'must begin with https://chromewebstore.google.com/');

/** Older versions may have stored other forms. */
const StoredStoreUrl = z.url({ protocol: /^https$/ }).max(500);

/** The extension's listing, used until an admin sets another address. */
export const DEFAULT_STORE_URL = `https://chromewebstore.google.com/detail/${BRAND.name.toLowerCase()}/${BRAND.extensionId}`;

/** Commerce has the admin's settings, but licensing stores this one with the other facts about the extension. */
export const setStoreUrl = defineRequest({
  responder: 'svc-licensing',
  subject: 'rpc.licensing.set-store-url',
  request: z.object({ chromeWebStoreUrl: StoredStoreUrl }),
  reply: z.object({ chromeWebStoreUrl: StoredStoreUrl }),
});

export const getStoreUrl = defineRequest({
  responder: 'svc-licensing',
  subject: 'rpc.licensing.get-store-url',
  request: z.object({}),
  reply: z.object({ chromeWebStoreUrl: StoredStoreUrl }),
});

/**
 * Finds the current address for the key of a license, the number of its key, and whether the license has ended. Null if it does not exist.
 * Replies of older releases have no status and no number.
 */
export const getLicenseEmail = defineRequest({
  responder: 'svc-licensing',
  subject: 'rpc.licensing.get-license-email',
  request: z.object({ licenseId: z.string() }),
  reply: z.object({
    email: z.string().nullable(),
    status: LicenseStatus.optional(),
    keyNumber: z.int().optional(),
  }),
});

/** Whether an address has a license, so that only customers are mailed a link. */
export const hasLicense = defineRequest({
  responder: 'svc-licensing',
  subject: 'rpc.licensing.has-license',
  request: z.object({ email: z.string() }),
  reply: z.object({ isKnown: z.boolean() }),
});
