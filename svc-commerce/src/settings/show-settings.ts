import {
  type BySetting,
  bySecret,
  SECRET_SETTINGS,
  type SecretKey,
  SETTING_KEYS,
  type StoredSettings,
  type StoredValue,
} from '@leadping/contracts/commerce/platform-settings';
import type { Settings } from '@leadping/contracts/commerce/settings-routes';
import { getStoreUrl } from '@leadping/contracts/licensing/requests';
import { mailStatus } from '@leadping/contracts/support/requests';
import type { CommerceContext } from '../context.ts';
import { maskSecret } from '../secrets/mask.ts';
import { openSecret } from '../secrets/sealed-fields.ts';
import { chosenEvents } from '../webhook-endpoints/endpoint.ts';
import { isTestModeOn } from './get-settings.ts';
import type { SettingsDocument } from './settings.model.ts';

/** Another service that is away must not keep the admin from the settings. */
const REQUEST_TIMEOUT_MS = 1000;

/** The settings as an admin reads them: prices in cents, secrets as masks. */
export async function showSettings(commerce: CommerceContext, stored: SettingsDocument): Promise<Settings> {
  const { bus, sealer, paymentProvider } = commerce;
  const timeout = { timeoutMs: REQUEST_TIMEOUT_MS };
  const [store, mail] = await Promise.allSettled([
    bus.request(getStoreUrl, {}, timeout),
    bus.request(mailStatus, {}, timeout),
  ]);
  const mask = (key: SecretKey) => {
    const secret = openSecret(sealer, 'settings', stored, SECRET_SETTINGS[key]);
    return secret === null ? '' : maskSecret(secret, paymentProvider.keyFormats.prefixes);
  };
  const testMode = isTestModeOn(stored);
  const persistentLoggingEnabled = testMode && stored.persistentLoggingEnabled;
  const secretOfMode = testMode ? stored.sealedTestWebhookSecret : stored.sealedLiveWebhookSecret;
  return {
    ...plainSettings(stored),
    ...bySecret(mask),
    testMode,
    hasValidTestKey: stored.sealedTestKey !== null,
    hasValidLiveKey: stored.sealedLiveKey !== null,
    webhookSecretConfigured: secretOfMode !== null,
    persistentLoggingEnabled,
    persistent_logging_enabled: persistentLoggingEnabled,
    chromeWebStoreUrl: store.status === 'fulfilled' ? store.value.chromeWebStoreUrl : null,
    adminWebhookUrl: stored.orderWebhook.url,
    adminWebhookEvents: chosenEvents(stored.orderWebhook),
    adminWebhookDisabledReason: stored.orderWebhook.disabledReason,
    postmarkConfigured: mail.status === 'fulfilled' ? mail.value.postmarkConfigured : null,
  };
}

/** Lists of addresses are shown as they are entered. */
type ShownSettings = BySetting<Omit<StoredValue, 'emails'> & { emails: string }>;

function plainSettings(stored: StoredSettings): ShownSettings {
  const entries = SETTING_KEYS.map((key) => {
    const value = stored[key];
    return [key, Array.isArray(value) ? value.join(', ') : value];
  });
  return Object.fromEntries(entries) as ShownSettings;
}
