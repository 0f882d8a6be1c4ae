import type { CommerceContext } from '../context.ts';
import type { EventDelivery, VerifiedEvent } from '../payment-provider/payment-provider.ts';

interface Signer {
  secret: string | null;
  livemode: boolean;
}

interface SignedEvent<T> {
  event: VerifiedEvent;
  signer: T;
  isOfItsMode: boolean;
}

/**
 * Finds the signer whose secret signed a webhook. One secret may be stored for both modes: while the keys of one mode
 * replace those of the other, the secret is saved later than the key.
 * @returns the signer, preferably one of the event's own mode; null if no secret fits or the signature is too old
 */
export function findSigner<T extends Signer>(
  { paymentProvider, clock }: Pick<CommerceContext, 'paymentProvider' | 'clock'>,
  delivery: EventDelivery,
  signers: readonly T[],
): SignedEvent<T> | null {
  const receivedAt = clock.now();
  let ofAnotherMode: SignedEvent<T> | null = null;
  for (const signer of signers) {
    if (signer.secret === null) continue;
    const event = paymentProvider.verifyEvent(delivery, signer.secret, receivedAt);
    if (!event) continue;
    if ((event.livemode ?? signer.livemode) === signer.livemode) return { event, signer, isOfItsMode: true };
    ofAnotherMode ??= { event, signer, isOfItsMode: false };
  }
  return ofAnotherMode;
}
