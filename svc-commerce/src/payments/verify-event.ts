import { DomainError } from '@leadping/service-kit/domain-error';
import Stripe from 'stripe';

const TOLERANCE_SECONDS = 300;

/**
 * Checks a webhook's signature over its exact bytes against each secret, with the provider's own code.
 * @param receivedAt milliseconds of the shared clock
 * @returns the parsed event and the index of the secret that signed it
 * @throws {DomainError} SIGNATURE_INVALID where none did, or it was signed more than 300 seconds ago
 */
export function verifyEvent(
  rawBody: unknown,
  signature: string | undefined,
  secrets: readonly string[],
  receivedAt: number,
): { event: unknown; signedBy: number } {
  if (Buffer.isBuffer(rawBody) && signature !== undefined) {
    for (const [signedBy, secret] of secrets.entries()) {
      try {
        return {
          event: Stripe.webhooks.constructEvent(
            rawBody,
            signature,
            secret,
            TOLERANCE_SECONDS,
            undefined,
            receivedAt,
          ),
          signedBy,
        };
      } catch {
        // Not signed with this one; what it was instead must not be disclosed to whoever sent it.
      }
    }
  }
  throw new DomainError('SIGNATURE_INVALID', 'The signature of this event is not valid.');
}
