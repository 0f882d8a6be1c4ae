import { BRAND } from '@leadping/contracts/brand';
import type { OutboxEntry, OutboxModel } from '@leadping/service-kit/messaging/outbox';
import type { QueryFilter, UpdateQuery } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { SETTINGS_ID } from '../settings/settings.model.ts';
import { getSettings } from '../settings/get-settings.ts';
import type { Receiver, WebhookEndpoint } from '../webhook-endpoints/endpoint.ts';

/** The reseller id of a receiver; null for the admin. */
export function resellerIdOf(receiver: Receiver): string | null {
  return receiver === 'admin' ? null : receiver.slice('reseller:'.length);
}

/** A receiver with its stored endpoint and the address for the notice that the endpoint was turned off. */
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
 * The receivers of an order's notification: its reseller and the admin, if they have a webhook. For an endpoint that is
 * turned off, the delivery is held until somebody repairs the receiver.
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

/** Both documents that store an endpoint. */
interface WithEndpoint {
  _id: string;
  orderWebhook: WebhookEndpoint;
  outbox?: OutboxEntry[];
}

/** The model that stores a receiver's endpoint. */
export function endpointModel(
  { settings, resellers }: Pick<CommerceContext, 'resellers' | 'settings'>,
  receiver: Receiver,
): OutboxModel<WithEndpoint> {
  const model: unknown = resellerIdOf(receiver) === null ? settings : resellers;
  return model as OutboxModel<WithEndpoint>;
}

/** Updates a receiver's endpoint. @returns the endpoint after the write, or null if `where` did not match */
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
