import { BRAND } from '@leadping/contracts/brand';
import type { OutboxEntry, OutboxModel } from '@leadping/service-kit/messaging/outbox';
import type { QueryFilter, UpdateQuery } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { SETTINGS_ID } from '../settings/settings.model.ts';
import { getSettings } from '../settings/get-settings.ts';
import type { Receiver, WebhookEndpoint } from '../webhook-endpoints/endpoint.ts';

/** The reseller that a receiver is; null for the admin. */
export function resellerIdOf(receiver: Receiver): string | null {
  return receiver === 'admin' ? null : receiver.slice('reseller:'.length);
}

/** A receiver with the endpoint that it has stored, and whom to mail when it is turned off. */
export interface ReceiverEndpoint {
  receiver: Receiver;
  endpoint: WebhookEndpoint;
  resellerId: string | null;
  businessName: string;
  email: string | null;
}

export async function findReceiver(
  commerce: Pick<CommerceContext, 'resellers' | 'settings'>,
  receiver: Receiver,
): Promise<ReceiverEndpoint | null> {
  const resellerId = resellerIdOf(receiver);
  if (resellerId === null) {
    const { orderWebhook } = await getSettings(commerce);
    return { receiver, endpoint: orderWebhook, resellerId: null, businessName: BRAND.name, email: null };
  }
  const reseller = await commerce.resellers.findById(resellerId).lean();
  if (!reseller || reseller.deletedAt) return null;
  const { orderWebhook, businessName, email } = reseller;
  return { receiver, endpoint: orderWebhook, resellerId, businessName, email };
}

/**
 * Who is notified of an order: its reseller and the admin, as far as they have a webhook. Where it is turned off the delivery is held, to
 * be sent when somebody has mended the receiver.
 */
export async function listReceivers(
  commerce: Pick<CommerceContext, 'resellers' | 'settings'>,
  order: { resellerId: string | null },
): Promise<ReceiverEndpoint[]> {
  const wanted: Receiver[] =
    order.resellerId === null ? ['admin'] : [`reseller:${order.resellerId}`, 'admin'];
  const found = await Promise.all(wanted.map((receiver) => findReceiver(commerce, receiver)));
  return found.filter((each) => each !== null).filter(({ endpoint }) => endpoint.url !== '');
}

/** Both documents that keep an endpoint. */
interface WithEndpoint {
  _id: string;
  orderWebhook: WebhookEndpoint;
  outbox?: OutboxEntry[];
}

/** Where the endpoint of a receiver is kept. */
export function endpointModel(
  { settings, resellers }: Pick<CommerceContext, 'resellers' | 'settings'>,
  receiver: Receiver,
): OutboxModel<WithEndpoint> {
  const model: unknown = resellerIdOf(receiver) === null ? settings : resellers;
  return model as OutboxModel<WithEndpoint>;
}

/** Writes to the endpoint of a receiver, wherever it is kept; returns the endpoint after the write, null where `where` did not hold. */
export async function changeEndpoint(
  commerce: Pick<CommerceContext, 'resellers' | 'settings'>,
  receiver: Receiver,
  change: UpdateQuery<WithEndpoint>,
  where: QueryFilter<WithEndpoint> = {},
): Promise<WebhookEndpoint | null> {
  const model = endpointModel(commerce, receiver);
  const _id = resellerIdOf(receiver) ?? SETTINGS_ID;
  const changed = await model.findOneAndUpdate({ _id, ...where }, change, { returnDocument: 'after' }).lean();
  return changed?.orderWebhook ?? null;
}
