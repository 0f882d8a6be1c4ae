import { z } from 'zod';
import { Stripe } from '../payment-accounts/stripe.ts';

const TOLERANCE_SECONDS = 300;

/** What is signed and names no mode is judged by its shape, later. */
const ModeOf = z.object({ livemode: z.boolean() });

interface Signer {
  secret: string | null;
  livemode: boolean;
}

/**
 * Checks a webhook's signature over its exact bytes against the secret of each signer, with the provider's own code. One secret may
 * be stored for both modes: while the keys of one mode replace those of the other, it comes a save later.
 * @param receivedAt milliseconds of the shared clock
 * @returns the parsed event and who signed it, of those who did one of the event's own mode where there is one; null where none
 * did, or it was signed more than 300 seconds ago
 */
export function verifyEvent<T extends Signer>(
  rawBody: unknown,
  signature: string | undefined,
  signers: readonly T[],
  receivedAt: number,
): { event: unknown; signer: T; isOfItsMode: boolean } | null {
  const { signature: header } = Stripe.webhooks;
  if (header === null) throw new Error('the library of the provider checks no signatures');
  if (!Buffer.isBuffer(rawBody) || signature === undefined) return null;
  let ofAnotherMode: { event: unknown; signer: T; isOfItsMode: false } | null = null;
  for (const signer of signers) {
    if (signer.secret === null) continue;
    try {
      // Not `constructEvent`: it throws for a thin event, whoever signed it.
      if (!header.verifyHeader(rawBody, signature, signer.secret, TOLERANCE_SECONDS, undefined, receivedAt))
        continue;
      const event: unknown = JSON.parse(rawBody.toString('utf8'));
      const livemode = ModeOf.safeParse(event).data?.livemode ?? signer.livemode;
      if (livemode === signer.livemode) return { event, signer, isOfItsMode: true };
      ofAnotherMode ??= { event, signer, isOfItsMode: false };
    } catch {
      // Not signed with this one; what it was instead must not be disclosed to whoever sent it.
    }
  }
  return ofAnotherMode;
}
