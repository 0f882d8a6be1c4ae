import type { PaymentKeys } from '@leadping/contracts/commerce/reseller-routes';
import { NO_TAX } from '@leadping/contracts/commerce/seller-tax';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import type { CommerceContext } from '../context.ts';
import { accountOf } from '../payment-accounts/account.ts';
import { recordFormerKeys } from '../payment-accounts/former-keys.model.ts';
import { keepsStored } from '../secrets/mask.ts';
import { openSecret, secretPlace } from '../secrets/sealed-fields.ts';
import { getSettings, isTestModeOn } from '../settings/get-settings.ts';
import { tryTax } from '../taxes/try-tax.ts';
import { checkPaymentKeys } from './check-payment-keys.ts';
import { getReseller } from './find-reseller.ts';
import { priceOf, type ResellerDocument } from './reseller.model.ts';

type SecretField = 'sealedSecretKey' | 'sealedPublishableKey' | 'sealedWebhookSecret';

/**
 * Seals the keys of a reseller's payment account. An empty value or a mask keeps the stored key. Test keys are accepted
 * only while the platform is in test mode.
 * @throws {DomainError} NOT_FOUND, VALIDATION_FAILED; UNAVAILABLE if the seller's tax could not be tried with the key
 */
export async function savePaymentKeys(
  commerce: CommerceContext,
  resellerId: string,
  posted: PaymentKeys,
): Promise<ResellerDocument> {
  for (;;) {
    const stored = await getReseller(commerce, resellerId);
    const saved = await replaceKeys(commerce, stored, posted);
    // Optimistic locking: retry if the kept keys changed meanwhile.
    if (!saved) continue;
    recordChange({ target: stored._id, before: stored, after: saved });
    return saved;
  }
}

/**
 * @returns null if the stored keys have changed
 * @throws {DomainError} VALIDATION_FAILED
 */
async function replaceKeys(
  commerce: CommerceContext,
  stored: ResellerDocument,
  posted: PaymentKeys,
): Promise<ResellerDocument | null> {
  const { sealer, resellers, paymentProvider } = commerce;
  const open = (field: SecretField) => openSecret(sealer, 'resellers', stored, field);
  const before = { secretKey: open('sealedSecretKey'), webhookSecret: open('sealedWebhookSecret') };

  const secretKey = keepsStored(posted.liveSecretKey) ? before.secretKey : posted.liveSecretKey;
  const publishableKey = keepsStored(posted.livePublishableKey)
    ? open('sealedPublishableKey')
    : posted.livePublishableKey;
  const webhookSecret = keepsStored(posted.webhookSecret) ? before.webhookSecret : posted.webhookSecret;

  const usesTestKeys = checkPaymentKeys(
    paymentProvider.keyFormats,
    { secretKey, publishableKey, webhookSecret },
    isTestModeOn(await getSettings(commerce)),
  );
  if (secretKey !== before.secretKey) {
    await tryTax(commerce, { secretKey, money: priceOf(stored), tax: stored.tax ?? NO_TAX });
  }
  const seal = (text: string | null, field: SecretField) =>
    text === null ? null : sealer.seal(text, secretPlace('resellers', stored._id, field));
  const next = {
    sealedSecretKey: seal(secretKey, 'sealedSecretKey'),
    sealedPublishableKey: seal(publishableKey, 'sealedPublishableKey'),
    sealedWebhookSecret: seal(webhookSecret, 'sealedWebhookSecret'),
    usesTestKeys,
  };
  await recordFormerKeys(commerce, accountOf(stored), before, { secretKey, webhookSecret });
  const { sealedSecretKey, sealedPublishableKey, sealedWebhookSecret } = stored;
  const { matchedCount } = await resellers.updateOne(
    { _id: stored._id, sealedSecretKey, sealedPublishableKey, sealedWebhookSecret },
    { $set: next },
  );
  return matchedCount === 1 ? { ...stored, ...next } : null;
}
