import { z } from 'zod';
import { BRAND } from '../brand.ts';
import { defineRequest } from '../event.ts';
import { LicenseStatus } from './admin-license-routes.ts';

/** An https address: it becomes a link on public pages. */
export const StoreUrl = z.url({ protocol: /^https$/ }).max(500);

/** The extension's listing, until an admin has set another address. */
export const DEFAULT_STORE_URL = `https://chromewebstore.google.com/detail/${BRAND.name.toLowerCase()}/${BRAND.extensionId}`;

/** The admin's settings are commerce's; this one of them is kept here, where the extension's facts are. */
export const setStoreUrl = defineRequest({
  responder: 'svc-licensing',
  subject: 'rpc.licensing.set-store-url',
  request: z.object({ chromeWebStoreUrl: StoreUrl }),
  reply: z.object({ chromeWebStoreUrl: StoreUrl }),
});

export const getStoreUrl = defineRequest({
  responder: 'svc-licensing',
  subject: 'rpc.licensing.get-store-url',
  request: z.object({}),
  reply: z.object({ chromeWebStoreUrl: StoreUrl }),
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
