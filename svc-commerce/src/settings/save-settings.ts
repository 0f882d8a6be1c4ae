import { isDeepStrictEqual } from 'node:util';
import { CLAIM_NAMES, type StoredClaims } from '@leadping/contracts/commerce/claims';
import {
  PLATFORM_SETTINGS,
  SECRET_KEYS,
  SECRET_SETTINGS,
  type SecretKey,
  SETTING_KEYS,
  type StoredSettings,
} from '@leadping/contracts/commerce/platform-settings';
import type { SettingsChange } from '@leadping/contracts/commerce/settings-routes';
import { setStoreUrl } from '@leadping/contracts/licensing/requests';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { endpointAt, whereStill } from '../webhook-endpoints/endpoint-at.ts';
import { recordFormerKeys } from '../payment-accounts/former-keys.model.ts';
import type { KeyFormat } from '../payment-provider/payment-provider.ts';
import { readPrice } from '../pricing/read-price.ts';
import { keepsStored } from '../secrets/mask.ts';
import { openSecret, secretPlace } from '../secrets/sealed-fields.ts';
import { checkSellingKey } from './check-selling-key.ts';
import { checkTax } from './check-tax.ts';
import { getSettings } from './get-settings.ts';
import { SETTINGS_ID, type SettingsDocument } from './settings.model.ts';

/**
 * Saves only the given settings. Everything is checked before anything is written.
 * @throws {DomainError} VALIDATION_FAILED, PRICE_TOO_LOW, WEBHOOK_URL_REFUSED; UNAVAILABLE if the tax could not be tried
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
  const next: Partial<SettingsDocument> = { ...readPlain(change, stored), ...sealSecrets(commerce, change) };
  const endpoint =
    change.adminWebhookUrl !== undefined &&
    endpointAt(commerce, 'admin', stored.orderWebhook, {
      url: change.adminWebhookUrl,
      field: 'adminWebhookUrl',
    });
  const { adminWebhookEvents: events } = change;
  const hasTestKey = (next.sealedTestKey ?? stored.sealedTestKey) !== null;
  if (next.testMode === true && !hasTestKey) next.testMode = false;
  await checkSellingKey(commerce, stored, { ...stored, ...next });
  await checkTax(commerce, stored, { ...stored, ...next });

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
  const storedSecrets = Object.values(SECRET_SETTINGS).map((key) => [key, stored[key]]);
  return commerce.settings
    .findOneAndUpdate(
      {
        _id: SETTINGS_ID,
        ...Object.fromEntries(storedSecrets),
        ...(endpoint && whereStill(endpoint)),
      },
      { $set: { ...next, ...endpoint, ...(events && { 'orderWebhook.events': events }) } },
      { returnDocument: 'after' },
    )
    .lean();
}

const KEYS_OF_MODES = [
  [true, 'sealedLiveKey', 'sealedLiveWebhookSecret'],
  [false, 'sealedTestKey', 'sealedTestWebhookSecret'],
] as const;

/** The sent plain settings as they are stored. */
function readPlain(change: SettingsChange, stored: SettingsDocument): Partial<StoredSettings> {
  const sent = SETTING_KEYS.filter((key) => change[key] !== undefined);
  const next = Object.fromEntries(
    sent.map((key) => {
      const isPrice = PLATFORM_SETTINGS[key].kind === 'price';
      return [key, isPrice ? readPrice(key, change[key] as string | number, 'USD').amountMinor : change[key]];
    }),
  ) as Partial<StoredSettings>;
  return next.claims ? { ...next, claims: confirmUnchanged(stored.claims, next.claims) } : next;
}

/** A confirmation is about the text that the admin has seen, so a changed claim loses it. */
function confirmUnchanged(stored: StoredClaims, next: StoredClaims): StoredClaims {
  const confirmed = CLAIM_NAMES.filter(
    (name) => next.confirmed.includes(name) && isDeepStrictEqual(stored[name], next[name]),
  );
  return { ...next, confirmed };
}

function sealSecrets(
  { sealer, paymentProvider: { keyFormats } }: CommerceContext,
  change: SettingsChange,
): Partial<SettingsDocument> {
  const formats: Record<SecretKey, KeyFormat> = {
    stripeLiveKey: keyFormats.secretKey.live,
    stripeTestKey: keyFormats.secretKey.test,
    stripeLiveWebhookSecret: keyFormats.webhookSecret,
    stripeTestWebhookSecret: keyFormats.webhookSecret,
  };
  const next: Partial<SettingsDocument> = {};
  for (const key of SECRET_KEYS) {
    const secret = change[key];
    if (secret === undefined || keepsStored(secret)) continue;
    if (!formats[key].fits(secret)) {
      const prefixes = formats[key].prefixes.join(' or ');
      throw new DomainError('VALIDATION_FAILED', `${key}: must start with ${prefixes}`, { field: key });
    }
    const sealedKey = SECRET_SETTINGS[key];
    next[sealedKey] = sealer.seal(secret, secretPlace('settings', SETTINGS_ID, sealedKey));
  }
  return next;
}
