import { isTestModeOn } from '../settings/get-settings.ts';
import type { SettingsDocument } from '../settings/settings.model.ts';
import type { ResellerDocument } from './reseller.model.ts';

/** A reseller sells once all three keys are stored; test keys count only while the platform is in test mode. */
export function isPaymentConfigured(
  reseller: Pick<
    ResellerDocument,
    'sealedSecretKey' | 'sealedPublishableKey' | 'sealedWebhookSecret' | 'usesTestKeys'
  >,
  settings: SettingsDocument,
): boolean {
  const isComplete =
    reseller.sealedSecretKey !== null &&
    reseller.sealedPublishableKey !== null &&
    reseller.sealedWebhookSecret !== null;
  return isComplete && (!reseller.usesTestKeys || isTestModeOn(settings));
}
