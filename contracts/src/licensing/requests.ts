import { z } from 'zod';
import { BRAND } from '../brand.ts';
import { defineRequest } from '../event.ts';
import { LicenseStatus } from './admin-license-routes.ts';

/** Only on the host of the store: the address is a link on public pages and in the mail with each license key. */
export const StoreUrl = z
  .url()
  .max(500)
  .regex(/^https:\/\/chromewebstore\.google\.com\//, 'must begin with https://chromewebstore.google.com/');

/** The form in which an older version may have stored it. */
const StoredStoreUrl = z.url({ protocol: /^https$/ }).max(500);

/** The extension's listing, until an admin has set another address. */
export const DEFAULT_STORE_URL = `https://chromewebstore.google.com/detail/${BRAND.name.toLowerCase()}/${BRAND.extensionId}`;

/** The admin's settings are commerce's; this one of them is kept here, where the extension's facts are. */
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
 * Where the key of a license belongs now, null where there is no such license, and whether it has ended. Replies of older
 * releases have no status.
 */
export const getLicenseEmail = defineRequest({
  responder: 'svc-licensing',
  subject: 'rpc.licensing.get-license-email',
  request: z.object({ licenseId: z.string() }),
  reply: z.object({ email: z.string().nullable(), status: LicenseStatus.optional() }),
});
