import type StripeClient from 'stripe';
import type { NewRefund, RefundRefusal, RefundReply } from '../payment-provider.ts';
import { findAtStripe, isMissing, isStripeError, isTemporary, translateFailure } from './call-stripe.ts';
import { Stripe } from './stripe.ts';

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/** Far more than a payment has. */
const MAX_REFUNDS = 100;

/** No account has this payment, so the call shows only whether the key may refund. */
const NO_PAYMENT = 'pi_permission_check';

export async function requestRefund(
  stripe: StripeClient,
  { requestId, orderId, paymentId, amountMinor }: NewRefund,
): Promise<RefundReply | null> {
  try {
    const { id: refundId } = await stripe.refunds.create(
      {
        payment_intent: paymentId,
        amount: amountMinor,
        // The other reasons put the buyer on a block list, or say that the payment was made twice.
        reason: 'requested_by_customer',
        metadata: { orderId, refundRequest: requestId },
      },
      { idempotencyKey: `refund-${requestId}` },
    );
    return { state: 'accepted', refundId };
  } catch (error) {
    if (!isStripeError(error) || isOutcomeUnknown(error)) throw translateFailure(error);
    if (isMissing(error)) return null;
    return { state: 'refused', refusal: readRefusal(error), text: error.message };
  }
}

export async function findRefund(
  stripe: StripeClient,
  { requestId, paymentId }: Pick<NewRefund, 'requestId' | 'paymentId'>,
): Promise<string | null> {
  const page = await findAtStripe(() =>
    stripe.refunds.list({ payment_intent: paymentId, limit: MAX_REFUNDS }),
  );
  return page?.data.find(({ metadata }) => metadata?.refundRequest === requestId)?.id ?? null;
}

/** Stripe checks the permission before it looks for the payment. */
export async function mayRefund(stripe: StripeClient): Promise<boolean | null> {
  try {
    await stripe.refunds.create({ payment_intent: NO_PAYMENT });
    return true;
  } catch (error) {
    if (!isStripeError(error)) throw error;
    if (isTemporary(error)) return null;
    return !(error instanceof Stripe.errors.StripePermissionError);
  }
}

/** The idempotency key may have made a refund already. */
function isOutcomeUnknown(error: StripeError): boolean {
  return isTemporary(error) || error instanceof Stripe.errors.StripeIdempotencyError;
}

/** Stripe has no code for some refusals. Then its text tells, and an unknown text is `other`. */
function readRefusal(error: StripeError): RefundRefusal {
  if (error instanceof Stripe.errors.StripePermissionError) return 'no-permission';
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'key-rejected';
  if (error.code === 'charge_already_refunded') return 'already-refunded';
  if (error.code === 'charge_disputed') return 'disputed';
  if (/greater than unrefunded amount/i.test(error.message)) return 'more-than-left';
  if (error.code === 'balance_insufficient' || /insufficient funds/i.test(error.message)) {
    return 'balance-too-low';
  }
  return 'other';
}
