import { CONSENT_MISSING, CONSENT_TEXT } from '@leadping/contracts/commerce/delivery-consent';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import type { CheckoutDocument } from './checkout.model.ts';
import type { Offer } from './start-checkout.ts';

/**
 * The buyer's consent to immediate delivery, if the seller asks for it. Otherwise none is stored, and the buyer keeps the
 * right of withdrawal.
 * @param given the text that the buyer agreed to
 * @throws {DomainError} CONSENT_REQUIRED, also for another text than ours
 */
export function checkConsent(
  { clock }: Pick<CommerceContext, 'clock'>,
  { asksConsent }: Offer,
  given: string | undefined,
): CheckoutDocument['deliveryConsent'] {
  if (!asksConsent) return undefined;
  if (given !== CONSENT_TEXT) {
    throw new DomainError('CONSENT_REQUIRED', CONSENT_MISSING, { field: 'deliveryConsent' });
  }
  return { text: CONSENT_TEXT, at: new Date(clock.now()) };
}
