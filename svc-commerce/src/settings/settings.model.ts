import { outboxModel, type OutboxEntry, type OutboxModel } from '@leadping/service-kit/messaging/outbox';
import { Schema, type Connection } from 'mongoose';
import { endpointFields, type WebhookEndpoint } from '../webhook-endpoints/endpoint.ts';

/** The one document of the platform's settings. Secrets are sealed. */
export interface SettingsDocument {
  _id: 'platform';
  testMode: boolean;
  persistentLoggingEnabled: boolean;
  /** US cents. */
  mainProductPrice: number;
  /** US cents. */
  resellerPrice: number;
  sealedLiveKey: string | null;
  sealedTestKey: string | null;
  sealedLiveWebhookSecret: string | null;
  sealedTestWebhookSecret: string | null;
  adminNotificationEmails: string[];
  enableTicketNotifications: boolean;
  enableOrderNotifications: boolean;
  orderWebhook: WebhookEndpoint;
  outbox?: OutboxEntry[];
}

export const SETTINGS_ID = 'platform';

const sealed = { type: String, default: null };

const schema = new Schema<SettingsDocument>(
  {
    _id: { type: String, required: true },
    testMode: { type: Boolean, default: false },
    persistentLoggingEnabled: { type: Boolean, default: false },
    mainProductPrice: { type: Number, default: 7900 },
    resellerPrice: { type: Number, default: 49_700 },
    sealedLiveKey: sealed,
    sealedTestKey: sealed,
    sealedLiveWebhookSecret: sealed,
    sealedTestWebhookSecret: sealed,
    adminNotificationEmails: { type: [String], default: [] },
    enableTicketNotifications: { type: Boolean, default: true },
    enableOrderNotifications: { type: Boolean, default: true },
    orderWebhook: endpointFields,
  },
  { minimize: false },
);

export function settingsModel(database: Connection): OutboxModel<SettingsDocument> {
  return outboxModel(database, 'Settings', schema, 'settings');
}
