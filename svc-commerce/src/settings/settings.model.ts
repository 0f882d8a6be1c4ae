import {
  PLATFORM_SETTINGS,
  SECRET_SETTINGS,
  SETTING_KEYS,
  type SealedKey,
  type SettingKind,
  type StoredSettings,
} from '@leadping/contracts/commerce/platform-settings';
import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection } from 'mongoose';
import { endpointFields, type WebhookEndpoint } from '../webhook-endpoints/endpoint.ts';

/** The one document of the platform's settings. Secrets are sealed. */
export interface SettingsDocument extends StoredSettings, Record<SealedKey, string | null> {
  _id: 'platform';
  orderWebhook: WebhookEndpoint;
  outbox?: OutboxEntry[];
}

export const SETTINGS_ID = 'platform';

const TYPES = {
  switch: Boolean,
  price: Number,
  emails: [String],
  seller: Object,
  claims: Object,
  tax: Object,
} satisfies Record<SettingKind, unknown>;

const plainFields = SETTING_KEYS.map((key) => {
  const { kind, initial } = PLATFORM_SETTINGS[key];
  return [key, { type: TYPES[kind], default: initial }];
});
const sealedFields = Object.values(SECRET_SETTINGS).map((key) => [key, { type: String, default: null }]);

const schema = new Schema<SettingsDocument>(
  {
    _id: { type: String, required: true },
    ...Object.fromEntries([...plainFields, ...sealedFields]),
    orderWebhook: endpointFields,
  },
  { minimize: false },
);

export function settingsModel(database: Connection): OutboxModel<SettingsDocument> {
  return outboxModel(database, 'Settings', schema, 'settings');
}
