import { DomainError } from '@leadping/service-kit/domain-error';
import type { KeyFormat, KeyFormats, KeyMode } from '../payment-provider/payment-provider.ts';

interface PaymentKeys {
  secretKey: string | null;
  publishableKey: string | null;
  webhookSecret: string | null;
}

/**
 * Checks the keys that are there. Test keys are accepted only while the platform is in test mode.
 * @returns whether the secret key is a test key
 * @throws {DomainError} VALIDATION_FAILED
 */
export function checkPaymentKeys(
  keyFormats: KeyFormats,
  { secretKey, publishableKey, webhookSecret }: PaymentKeys,
  isTestMode: boolean,
): boolean {
  const findMode = (key: string, { live, test }: Record<KeyMode, KeyFormat>): KeyMode | null =>
    live.fits(key) ? 'live' : isTestMode && test.fits(key) ? 'test' : null;

  const secretMode = secretKey === null ? undefined : findMode(secretKey, keyFormats.secretKey);
  if (secretMode === null) throw refuse('Secret key must contain "_live_"');
  const publishableMode =
    publishableKey === null ? undefined : findMode(publishableKey, keyFormats.publishableKey);
  if (publishableMode === null) {
    throw refuse(`Publishable key must start with "${keyFormats.publishableKey.live.prefixes.join()}"`);
  }
  if (webhookSecret !== null && !keyFormats.webhookSecret.fits(webhookSecret)) {
    throw refuse(`Webhook secret must start with "${keyFormats.webhookSecret.prefixes.join()}"`);
  }
  if (secretMode && publishableMode && secretMode !== publishableMode) {
    throw refuse('The secret key and the publishable key must both be live keys or both be test keys');
  }
  return secretMode === 'test';
}

function refuse(message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', message);
}
