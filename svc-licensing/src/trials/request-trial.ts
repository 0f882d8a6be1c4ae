import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { LicensingContext } from '../context.ts';
import { mailboxHash } from './mailbox.ts';
import { readOffer } from './offer.ts';

/**
 * Stores the request. The license is issued later, so that reply and time are the same for an address that had its trial.
 * @throws {DomainError} CONFLICT if no trials are offered
 */
export async function requestTrial(
  licensing: Pick<LicensingContext, 'trials' | 'trialOffers' | 'vault' | 'clock'>,
  email: string,
): Promise<void> {
  const { isOffered } = await readOffer(licensing);
  if (!isOffered) throw new DomainError('CONFLICT', 'No trials are offered at the moment.');
  const requestedAt = new Date(licensing.clock.now());
  try {
    await licensing.trials.create({ _id: mailboxHash(licensing, email), email, requestedAt });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
