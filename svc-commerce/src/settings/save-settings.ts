import type { SettingsChange } from '@leadping/contracts/commerce/settings-routes';
import { setStoreUrl } from '@leadping/contracts/licensing/requests';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { endpointAt, whereStill } from '../webhook-endpoints/endpoint-at.ts';
import { recordFormerKeys } from '../payment-accounts/former-keys.model.ts';
import type { KeyFormats } from '../payment-provider/payment-provider.ts';
import { readPrice } from '../pricing/read-price.ts';
import { keepsStored } from '../secrets/mask.ts';
import { openSecret, secretPlace } from '../secrets/sealed-fields.ts';
import { checkSellingKey } from './check-selling-key.ts';
import { getSettings } from './get-settings.ts';
import { SETTINGS_ID, type SettingsDocument } from './settings.model.ts';

/** The secret settings: posted field, stored field and format. */
const listSecrets = ({ secretKey, webhookSecret }: KeyFormats) =>
  [
    ['stripeLiveKey', 'sealedLiveKey', secretKey.live],
    ['stripeTestKey', 'sealedTestKey', secretKey.test],
    ['stripeLiveWebhookSecret', 'sealedLiveWebhookSecret', webhookSecret],
    ['stripeTestWebhookSecret', 'sealedTestWebhookSecret', webhookSecret],
  ] as const;

/**
 * Saves only the given settings. Everything is checked before anything is written.
 * @throws {DomainError} VALIDATION_FAILED, PRICE_TOO_LOW, WEBHOOK_URL_REFUSED
 */
export async function saveSettings(
  commerce: CommerceContext,
  change: SettingsChange,
): Promise<SettingsDocument> {
  for (;;) {
    const stored = await getSettings(commerce);
    const saved = await replaceSettings(commerce, stored, change);
    // Another save replaced a secret meanwhile: it is read again, so that it becomes a former one too.
    if (!saved) continue;
    recordChange({ target: SETTINGS_ID, before: stored, after: saved });
    if (change.chromeWebStoreUrl !== undefined) {
      await commerce.bus.request(setStoreUrl, { chromeWebStoreUrl: change.chromeWebStoreUrl });
    }
    return saved;
  }
}

/** @returns null if the stored secrets have changed */
async function replaceSettings(
  commerce: CommerceContext,
  stored: SettingsDocument,
  change: SettingsChange,
): Promise<SettingsDocument | null> {
  const next: Partial<SettingsDocument> = { ...plainOf(change), ...secretsOf(commerce, change) };
  if (change.mainProductPrice !== undefined) {
    next.mainProductPrice = readPrice('mainProductPrice', change.mainProductPrice, 'USD').amountMinor;
  }
  if (change.resellerPrice !== undefined) {
    next.resellerPrice = readPrice('resellerPrice', change.resellerPrice, 'USD').amountMinor;
  }
  const endpoint =
    change.adminWebhookUrl !== undefined &&
    endpointAt(commerce, 'admin', stored.orderWebhook, {
      url: change.adminWebhookUrl,
      field: 'adminWebhookUrl',
    });
  const hasTestKey = (next.sealedTestKey ?? stored.sealedTestKey) !== null;
  if (next.testMode === true && !hasTestKey) next.testMode = false;
  await checkSellingKey(commerce, stored, { ...stored, ...next });

  for (const [livemode, key, secret] of KEYS_OF_MODES) {
    const keysOf = (settings: SettingsDocument) => ({
      secretKey: openSecret(commerce.sealer, 'settings', settings, key),
      webhookSecret: openSecret(commerce.sealer, 'settings', settings, secret),
    });
    await recordFormerKeys(
      commerce,
      { resellerId: null, livemode },
      keysOf(stored),
      keysOf({ ...stored, ...next }),
    );
  }
  const { sealedLiveKey, sealedTestKey, sealedLiveWebhookSecret, sealedTestWebhookSecret } = stored;
  return commerce.settings
    .findOneAndUpdate(
      {
        _id: SETTINGS_ID,
        sealedLiveKey,
        sealedTestKey,
        sealedLiveWebhookSecret,
        sealedTestWebhookSecret,
        ...(endpoint && whereStill(endpoint)),
      },
      { $set: { ...next, ...endpoint } },
      { returnDocument: 'after' },
    )
    .lean();
}

const KEYS_OF_MODES = [
  [true, 'sealedLiveKey', 'sealedLiveWebhookSecret'],
  [false, 'sealedTestKey', 'sealedTestWebhookSecret'],
] as const;

const PLAIN_FIELDS = [
  'testMode',
  'persistentLoggingEnabled',
  'adminNotificationEmails',
  'enableTicketNotifications',
  'enableOrderNotifications',
] as const;

function plainOf(change: SettingsChange): Partial<SettingsDocument> {
  const sent = PLAIN_FIELDS.filter((field) => change[field] !== undefined);
  return Object.fromEntries(sent.map((field) => [field, change[field]]));
}

function secretsOf(
  { sealer, paymentProvider }: CommerceContext,
  change: SettingsChange,
): Partial<SettingsDocument> {
  const next: Partial<SettingsDocument> = {};
  for (const [posted, kept, format] of listSecrets(paymentProvider.keyFormats)) {
    const secret = change[posted];
    if (secret === undefined || keepsStored(secret)) continue;
    if (!format.fits(secret)) {
      const prefixes = format.prefixes.join(' or ');
      throw new DomainError('VALIDATION_FAILED', `${posted}: must start with ${prefixes}`, { field: posted });
    }
    next[kept] = sealer.seal(secret, secretPlace('settings', SETTINGS_ID, kept));
  }
  return next;
}
