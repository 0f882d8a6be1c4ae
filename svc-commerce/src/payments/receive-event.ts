import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { findReseller } from '../resellers/find-reseller.ts';
import { getSettings } from '../settings/get-settings.ts';
import type { PaymentAccount } from './account.ts';
import { applyEvent } from './apply-event.ts';
import { readPaymentEvent } from './provider-objects.ts';
import { recordReceipt } from './webhook-receipt.model.ts';
import { verifyEvent } from './verify-event.ts';

export interface Delivery {
  rawBody: unknown;
  signature: string | string[] | undefined;
}

/** The platform has a secret for each mode; the one that signed decides which account the event may speak of. */
export async function receivePlatformEvent(commerce: CommerceContext, delivery: Delivery): Promise<void> {
  const { sealedTestWebhookSecret, sealedLiveWebhookSecret } = await getSettings(commerce);
  const modes = [
    { livemode: true, sealed: sealedLiveWebhookSecret },
    { livemode: false, sealed: sealedTestWebhookSecret },
  ].flatMap(({ livemode, sealed }) => (sealed === null ? [] : [{ livemode, sealed }]));
  const secrets = modes.map(({ sealed }) => commerce.sealer.open(sealed));
  const { event, signedBy } = verifyEvent(
    delivery.rawBody,
    delivery.signature,
    secrets,
    commerce.clock.now(),
  );
  const livemode = modes[signedBy]?.livemode ?? false;
  await apply(commerce, { resellerId: null, livemode }, event);
}

/** Only the secret of the reseller whom the path names is tried, so that nobody speaks for another. */
export async function receiveResellerEvent(
  commerce: CommerceContext,
  resellerId: string,
  delivery: Delivery,
): Promise<void> {
  const reseller = await findReseller(commerce, resellerId, { withDeleted: true });
  if (!reseller) throw new DomainError('NOT_FOUND', 'This reseller does not exist.');
  const secrets =
    reseller.sealedWebhookSecret === null ? [] : [commerce.sealer.open(reseller.sealedWebhookSecret)];
  const { event } = verifyEvent(delivery.rawBody, delivery.signature, secrets, commerce.clock.now());
  await apply(commerce, { resellerId: reseller._id, livemode: !reseller.usesTestKeys }, event);
}

async function apply(commerce: CommerceContext, account: PaymentAccount, event: unknown): Promise<void> {
  await recordReceipt(commerce, account);
  const payment = readPaymentEvent(event);
  if (!payment) return;
  if (payment.livemode !== account.livemode) {
    throw new DomainError(
      'SIGNATURE_INVALID',
      'The event is of another mode than the secret that signed it.',
    );
  }
  await applyEvent(commerce, account, payment);
}
