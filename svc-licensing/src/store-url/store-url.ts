import { DEFAULT_STORE_URL, StoreUrl } from '@leadping/contracts/licensing/requests';
import type { LicensingContext } from '../context.ts';
import { STORE_URL_ID } from './store-url.model.ts';

/** The address of the extension's listing: read by pages, set through commerce's settings. */
export async function readStoreUrl({
  storeUrls,
}: Pick<LicensingContext, 'storeUrls'>): Promise<{ chromeWebStoreUrl: string }> {
  const stored = await storeUrls.findById(STORE_URL_ID).lean();
  // Versions before this one took any host.
  return { chromeWebStoreUrl: StoreUrl.safeParse(stored?.url).data ?? DEFAULT_STORE_URL };
}

export async function saveStoreUrl(
  { storeUrls }: Pick<LicensingContext, 'storeUrls'>,
  chromeWebStoreUrl: string,
): Promise<{ chromeWebStoreUrl: string }> {
  await storeUrls.updateOne({ _id: STORE_URL_ID }, { $set: { url: chromeWebStoreUrl } }, { upsert: true });
  return { chromeWebStoreUrl };
}
