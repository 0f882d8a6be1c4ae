import {
  getLicenseEmail,
  getStoreUrl,
  hasLicense,
  setStoreUrl,
} from '@leadping/contracts/licensing/requests';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { licenseTimeline } from '@leadping/contracts/timeline';
import type { LicensingContext } from './context.ts';
import { numberOfKey } from './licenses/license-events.ts';
import { readTimeline } from './licenses/read-timeline.ts';
import { readStoreUrl, saveStoreUrl } from './store-url/store-url.ts';

/** Registers the requests of other services. */
export function registerRequests(licensing: LicensingContext): void {
  const { bus, licenses } = licensing;
  bus.respond(licenseTimeline, ({ orderId }) => readTimeline(licensing, orderId));
  bus.respond(getLicenseEmail, async ({ licenseId }) => {
    const license = await licenses.findById(licenseId, { email: 1, status: 1, keyNumber: 1 }).lean();
    return license
      ? { email: license.email, status: license.status, keyNumber: numberOfKey(license) }
      : { email: null };
  });
  bus.respond(hasLicense, async ({ email }) => ({
    isKnown: (await licenses.exists({ emailKey: canonicalEmail(email) })) !== null,
  }));
  bus.respond(getStoreUrl, () => readStoreUrl(licensing));
  bus.respond(setStoreUrl, ({ chromeWebStoreUrl }) => saveStoreUrl(licensing, chromeWebStoreUrl));
}
