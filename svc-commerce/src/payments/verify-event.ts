import { Stripe } from '../payment-accounts/stripe.ts';

const TOLERANCE_SECONDS = 300;

/**
 * Checks a webhook's signature over its exact bytes against the secret of each signer, with the provider's own code.
 * @param receivedAt milliseconds of the shared clock
 * @returns the parsed event and who signed it; null where none did, or it was signed more than 300 seconds ago
 */
export function verifyEvent<Signer extends { secret: string | null }>(
  rawBody: unknown,
  signature: string | undefined,
  signers: readonly Signer[],
  receivedAt: number,
): { event: unknown; signer: Signer } | null {
  if (!Buffer.isBuffer(rawBody) || signature === undefined) return null;
  for (const signer of signers) {
    if (signer.secret === null) continue;
    try {
      const event: unknown = Stripe.webhooks.constructEvent(
        rawBody,
        signature,
        signer.secret,
        TOLERANCE_SECONDS,
        undefined,
        receivedAt,
      );
      return { event, signer };
    } catch {
      // Not signed with this one; what it was instead must not be disclosed to whoever sent it.
    }
  }
  return null;
}
