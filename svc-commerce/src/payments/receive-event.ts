import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { findReseller } from '../resellers/find-reseller.ts';
import { openSecret } from '../secrets/sealed-fields.ts';
import { getSettings } from '../settings/get-settings.ts';
import { accountOf, type PaymentAccount } from '../payment-accounts/account.ts';
import { applyEvent } from './apply-event.ts';
import { extendFormerKeys, findFormerKeys } from '../payment-accounts/former-keys.model.ts';
import type { EventDelivery, VerifiedEvent } from '../payment-provider/payment-provider.ts';
import { findSigner } from './find-signer.ts';

/**
 * The platform has a secret for each mode. The secret that verifies the signature decides which account the event is
 * about.
 */
export async function receivePlatformEvent(
  commerce: CommerceContext,
  delivery: EventDelivery,
): Promise<void> {
  const settings = await getSettings(commerce);
  const open = (field: 'sealedLiveWebhookSecret' | 'sealedTestWebhookSecret') =>
    openSecret(commerce.sealer, 'settings', settings, field);
  await receive(commerce, null, delivery, [
    { livemode: true, secret: open('sealedLiveWebhookSecret') },
    { livemode: false, secret: open('sealedTestWebhookSecret') },
  ]);
}

/** Only the secrets of the reseller in the path are tried, so that nobody can report for another reseller. */
export async function receiveResellerEvent(
  commerce: CommerceContext,
  resellerId: string,
  delivery: EventDelivery,
): Promise<void> {
  const reseller = await findReseller(commerce, resellerId, { withDeleted: true });
  if (!reseller) throw new DomainError('NOT_FOUND', 'This reseller does not exist.');
  await receive(commerce, reseller._id, delivery, [
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
  delivery: EventDelivery,
  current: { livemode: boolean; secret: string | null }[],
): Promise<void> {
  const verified = findSigner(commerce, delivery, current);
  if (verified?.isOfItsMode) {
    return apply(commerce, { resellerId, livemode: verified.signer.livemode }, verified.event);
  }

  const former = (await findFormerKeys(commerce, resellerId)).map((keys) => ({
    keys,
    livemode: keys.livemode,
    secret: openSecret(commerce.sealer, 'former-payment-keys', keys, 'sealedWebhookSecret'),
  }));
  const late = findSigner(commerce, delivery, former);
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

async function apply(
  commerce: CommerceContext,
  account: PaymentAccount,
  event: VerifiedEvent,
): Promise<void> {
  if (!event.hasContent) {
    throw new DomainError(
      'VALIDATION_FAILED',
      'This is a thin event, which holds no payment. Choose the payload style “snapshot” for this destination in Stripe.',
    );
  }
  await commerce.webhookReceipts.record(account);
  const payment = commerce.paymentProvider.readEvent(event.payload);
  if (payment) await applyEvent(commerce, account, payment, { isClaim: true });
}
