import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { findReseller } from '../resellers/find-reseller.ts';
import { openSecret } from '../secrets/sealed-fields.ts';
import { getSettings } from '../settings/get-settings.ts';
import { accountOf, type PaymentAccount } from '../payment-accounts/account.ts';
import { applyEvent } from './apply-event.ts';
import { extendFormerKeys, findFormerKeys } from '../payment-accounts/former-keys.model.ts';
import { readPaymentEvent } from './provider-objects.ts';
import { verifyEvent } from './verify-event.ts';
import { z } from 'zod';

/** The payload of a destination whose payload style is "thin". */
const ThinEvent = z.object({ object: z.literal('v2.core.event') });

export interface SignedEvent {
  rawBody: unknown;
  signature: string | undefined;
}

/**
 * The platform has a secret for each mode. The secret that verifies the signature decides which account the event is
 * about.
 */
export async function receivePlatformEvent(commerce: CommerceContext, event: SignedEvent): Promise<void> {
  const settings = await getSettings(commerce);
  const open = (field: 'sealedLiveWebhookSecret' | 'sealedTestWebhookSecret') =>
    openSecret(commerce.sealer, 'settings', settings, field);
  await receive(commerce, null, event, [
    { livemode: true, secret: open('sealedLiveWebhookSecret') },
    { livemode: false, secret: open('sealedTestWebhookSecret') },
  ]);
}

/** Only the secrets of the reseller in the path are tried, so that nobody can report for another reseller. */
export async function receiveResellerEvent(
  commerce: CommerceContext,
  resellerId: string,
  event: SignedEvent,
): Promise<void> {
  const reseller = await findReseller(commerce, resellerId, { withDeleted: true });
  if (!reseller) throw new DomainError('NOT_FOUND', 'This reseller does not exist.');
  await receive(commerce, reseller._id, event, [
    {
      livemode: accountOf(reseller).livemode,
      secret: openSecret(commerce.sealer, 'resellers', reseller, 'sealedWebhookSecret'),
    },
  ]);
}

/** A replaced secret still verifies older payments. The account and mode are those of the secret that matches. */
async function receive(
  commerce: CommerceContext,
  resellerId: string | null,
  { rawBody, signature }: SignedEvent,
  current: { livemode: boolean; secret: string | null }[],
): Promise<void> {
  const now = commerce.clock.now();
  const verified = verifyEvent(rawBody, signature, current, now);
  if (verified?.isOfItsMode) {
    return apply(commerce, { resellerId, livemode: verified.signer.livemode }, verified.event);
  }

  const former = (await findFormerKeys(commerce, resellerId)).map((keys) => ({
    keys,
    livemode: keys.livemode,
    secret: openSecret(commerce.sealer, 'former-payment-keys', keys, 'sealedWebhookSecret'),
  }));
  const late = verifyEvent(rawBody, signature, former, now);
  if (!late?.isOfItsMode) {
    throw new DomainError(
      'SIGNATURE_INVALID',
      verified || late
        ? 'The event is of another mode than the secret that signed it.'
        : 'The signature of this event is not valid.',
    );
  }
  const { keys } = late.signer;
  await extendFormerKeys(commerce, keys);
  await apply(commerce, { resellerId, livemode: keys.livemode }, late.event);
}

async function apply(commerce: CommerceContext, account: PaymentAccount, event: unknown): Promise<void> {
  if (ThinEvent.safeParse(event).success) {
    throw new DomainError(
      'VALIDATION_FAILED',
      'This is a thin event, which holds no payment. Choose the payload style “snapshot” for this destination in Stripe.',
    );
  }
  await commerce.webhookReceipts.record(account);
  const payment = readPaymentEvent(event);
  if (payment) await applyEvent(commerce, account, payment, { isClaim: true });
}
