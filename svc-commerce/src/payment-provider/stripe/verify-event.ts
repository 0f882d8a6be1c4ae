import { z } from 'zod';
import type { EventDelivery, VerifiedEvent } from '../payment-provider.ts';
import { Stripe } from './stripe.ts';

const TOLERANCE_SECONDS = 300;

/** A signed event without a mode is judged by its shape later. */
const ModeOf = z.object({ livemode: z.boolean() });

/** The payload of a destination whose payload style is "thin". */
const ThinEvent = z.object({ object: z.literal('v2.core.event') });

/** Verifies with Stripe's own code. A signature older than 300 seconds counts for nothing. */
export function verifyEvent(
  { rawBody, signature }: EventDelivery,
  secret: string,
  receivedAt: number,
): VerifiedEvent | null {
  const { signature: header } = Stripe.webhooks;
  if (header === null) throw new Error("Stripe's library checks no signatures");
  if (!Buffer.isBuffer(rawBody) || signature === undefined) return null;
  try {
    // Not `constructEvent`, because it throws for every thin event.
    if (!header.verifyHeader(rawBody, signature, secret, TOLERANCE_SECONDS, undefined, receivedAt))
      return null;
    const payload: unknown = JSON.parse(rawBody.toString('utf8'));
    return {
      livemode: ModeOf.safeParse(payload).data?.livemode,
      hasContent: !ThinEvent.safeParse(payload).success,
      payload,
    };
  } catch {
    // The sender must not learn the reason.
    return null;
  }
}
