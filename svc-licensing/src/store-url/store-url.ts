import { DEFAULT_STORE_URL, getStoreUrl, setStoreUrl } from '@leadping/contracts/licensing/requests';
import { getChromeStoreUrl } from '@leadping/contracts/licensing/store-url-routes';
import type { Bus } from '@leadping/service-kit/messaging/bus';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import { Schema, type Connection } from 'mongoose';

interface StoredUrl {
  _id: 'chrome-store-url';
  url: string;
}

const schema = new Schema<StoredUrl>({ _id: String, url: { type: String, required: true } });

/** The address of the extension's listing: read by pages, set through commerce's settings. */
export function serveStoreUrl(deps: { database: Connection; bus: Bus; route: RegisterRoute }): void {
  const urls = deps.database.model<StoredUrl>('StoreUrl', schema, 'store_url');
  const read = async () => {
    const stored = await urls.findById('chrome-store-url').lean();
    return { chromeWebStoreUrl: stored?.url ?? DEFAULT_STORE_URL };
  };

  deps.route(getChromeStoreUrl, read);
  deps.bus.respond(getStoreUrl, read);
  deps.bus.respond(setStoreUrl, async ({ chromeWebStoreUrl }) => {
    await urls.updateOne({ _id: 'chrome-store-url' }, { $set: { url: chromeWebStoreUrl } }, { upsert: true });
    return { chromeWebStoreUrl };
  });
}
