import { Schema, type Connection, type Model } from 'mongoose';

/** The one document of the address of the extension's listing. */
export interface StoreUrlDocument {
  _id: 'chrome-store-url';
  url: string;
}

export const STORE_URL_ID = 'chrome-store-url';

const schema = new Schema<StoreUrlDocument>({ _id: String, url: { type: String, required: true } });

export function storeUrlModel(database: Connection): Model<StoreUrlDocument> {
  return database.model<StoreUrlDocument>('StoreUrl', schema, 'store_url');
}
