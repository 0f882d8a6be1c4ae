import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';

export type Step = 1 | 2 | 3;
export const STEPS = 3;

type Keys = Pick<CurrentReseller, 'stripeLiveSecretKey' | 'stripeLivePublishableKey' | 'stripeWebhookSecret'>;

/** All three secrets are stored; the server shows masks of them. */
export function isPaymentConfigured(reseller: Keys): boolean {
  return Boolean(
    reseller.stripeLiveSecretKey && reseller.stripeLivePublishableKey && reseller.stripeWebhookSecret,
  );
}

const isMissing = (businessName: string) => ['', 'Test'].includes(businessName.trim());

/** A name that an invitation or a sign-up made, which nobody chose (specification, signed-in side §5). */
export function isNameUnset(businessName: string): boolean {
  const name = businessName.trim();
  return isMissing(name) || name.endsWith(' Business') || name.includes('@') || name.length < 3;
}

/** Whether the wizard opens by itself. */
export function needsSetup(reseller: Pick<CurrentReseller, 'businessName'> & Keys): boolean {
  return isMissing(reseller.businessName) || !isPaymentConfigured(reseller);
}

/** The first step that has something left to save. */
export function firstStep(reseller: Pick<CurrentReseller, 'businessName'> & Keys): Step {
  if (isNameUnset(reseller.businessName)) return 1;
  return reseller.stripeLiveSecretKey && reseller.stripeLivePublishableKey ? 3 : 2;
}
