import type { Settings } from '@leadping/contracts/commerce/settings-routes';
import { getStoreUrl } from '@leadping/contracts/licensing/requests';
import { mailStatus } from '@leadping/contracts/support/requests';
import type { CommerceContext } from '../context.ts';
import { maskSecret } from '../secrets/mask.ts';
import { openSecret } from '../secrets/sealed-fields.ts';
import { isTestModeOn } from './get-settings.ts';
import type { SettingsDocument } from './settings.model.ts';

type SecretField = 'sealedLiveKey' | 'sealedTestKey' | 'sealedLiveWebhookSecret' | 'sealedTestWebhookSecret';

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
  const mask = (field: SecretField) => {
    const secret = openSecret(sealer, 'settings', stored, field);
    return secret === null ? '' : maskSecret(secret, paymentProvider.keyFormats.prefixes);
  };
  const testMode = isTestModeOn(stored);
  const persistentLoggingEnabled = testMode && stored.persistentLoggingEnabled;
  const secretOfMode = testMode ? stored.sealedTestWebhookSecret : stored.sealedLiveWebhookSecret;
  return {
    testMode,
    hasValidTestKey: stored.sealedTestKey !== null,
    hasValidLiveKey: stored.sealedLiveKey !== null,
    webhookSecretConfigured: secretOfMode !== null,
    persistentLoggingEnabled,
    persistent_logging_enabled: persistentLoggingEnabled,
    mainProductPrice: stored.mainProductPrice,
    resellerPrice: stored.resellerPrice,
    stripeLiveKey: mask('sealedLiveKey'),
    stripeTestKey: mask('sealedTestKey'),
    stripeLiveWebhookSecret: mask('sealedLiveWebhookSecret'),
    stripeTestWebhookSecret: mask('sealedTestWebhookSecret'),
    adminNotificationEmails: stored.adminNotificationEmails.join(', '),
    enableTicketNotifications: stored.enableTicketNotifications,
    enableOrderNotifications: stored.enableOrderNotifications,
    chromeWebStoreUrl: store.status === 'fulfilled' ? store.value.chromeWebStoreUrl : null,
    adminWebhookUrl: stored.orderWebhook.url,
    adminWebhookDisabledReason: stored.orderWebhook.disabledReason,
    postmarkConfigured: mail.status === 'fulfilled' ? mail.value.postmarkConfigured : null,
  };
}
