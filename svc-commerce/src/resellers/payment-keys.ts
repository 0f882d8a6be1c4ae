import { isTestModeOn } from '../settings/get-settings.ts';
import type { SettingsDocument } from '../settings/settings.model.ts';
import type { ResellerDocument } from './reseller.model.ts';

type Keys = Pick<ResellerDocument, 'sealedSecretKey' | 'sealedPublishableKey' | 'sealedWebhookSecret'>;

export function hasAllKeys({ sealedSecretKey, sealedPublishableKey, sealedWebhookSecret }: Keys): boolean {
  return sealedSecretKey !== null && sealedPublishableKey !== null && sealedWebhookSecret !== null;
}

/** A reseller sells once all three keys are stored; test keys count only while the platform is in test mode. */
export function canTakePayments(
  reseller: Keys & Pick<ResellerDocument, 'usesTestKeys'>,
  settings: SettingsDocument,
): boolean {
  return hasAllKeys(reseller) && (!reseller.usesTestKeys || isTestModeOn(settings));
}
