import { z } from 'zod';
import { Stripe } from '../payment-accounts/stripe.ts';

const TOLERANCE_SECONDS = 300;

/** A signed event without a mode is judged by its shape later. */
const ModeOf = z.object({ livemode: z.boolean() });

interface Signer {
  secret: string | null;
  livemode: boolean;
}

/**
 * Checks a webhook's signature over its exact bytes against the secret of each signer, with the provider's own code.
 * One secret may be stored for both modes: while the keys of one mode replace those of the other, the secret is saved
 * later than the key.
 * @param receivedAt milliseconds of the shared clock
 * @returns the parsed event and its signer, preferably one of the event's own mode; null if no signer matches or the
 * signature is older than 300 seconds
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
      // Not `constructEvent`, because it throws for every thin event.
      if (!header.verifyHeader(rawBody, signature, signer.secret, TOLERANCE_SECONDS, undefined, receivedAt))
        continue;
      const event: unknown = JSON.parse(rawBody.toString('utf8'));
      const livemode = ModeOf.safeParse(event).data?.livemode ?? signer.livemode;
      if (livemode === signer.livemode) return { event, signer, isOfItsMode: true };
      ofAnotherMode ??= { event, signer, isOfItsMode: false };
    } catch {
      // This secret did not sign it. The reason must not be disclosed to the sender.
    }
  }
  return ofAnotherMode;
}
