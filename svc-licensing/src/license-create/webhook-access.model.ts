import type { SealedPlace } from '@leadping/service-kit/data/sealed-text';
import { Schema, type Connection, type Model } from 'mongoose';

/** A reseller's way in to license-create. */
export interface WebhookAccess {
  /** The reseller's id. */
  _id: string;
  sealedSecret: string;
  /** The last four characters, to recognize it by. */
  hint: string;
  createdAt: Date;
}

const schema = new Schema<WebhookAccess>({
  _id: String,
  sealedSecret: { type: String, required: true },
  hint: { type: String, required: true },
  createdAt: { type: Date, required: true },
});

export const webhookSecretPlace = (resellerId: string): SealedPlace =>
  `webhook-accesses/${resellerId}/secret`;

export type WebhookAccesses = Model<WebhookAccess>;

export function webhookAccessModel(database: Connection): WebhookAccesses {
  return database.model<WebhookAccess>('WebhookAccess', schema, 'webhook_access');
}
