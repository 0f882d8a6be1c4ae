import { canonicalEmail } from '@leadping/contracts/email-address';
import {
  CUSTOMER_LIST_LENGTH,
  type CustomerOrder,
  type CustomerTimelineEntry,
  type getCustomerOrderTimeline,
} from '@leadping/contracts/support/customer-routes';
import { ticketCustomer } from '@leadping/contracts/support/requests';
import type { ReplyOf } from '@leadping/contracts/route';
import type { TimelineEntry } from '@leadping/contracts/timeline';
import { DomainError } from '@leadping/service-kit/domain-error';
import { maskEmailsIn } from '@leadping/service-kit/privacy/mask-email';
import type { CommerceContext } from '../context.ts';
import { NOT_LISTED } from './order.model.ts';
import { readTimeline } from './read-timeline.ts';
import { showAdminOrder } from './show-order.ts';

/**
 * Orders under the address of a ticket's customer, from every seller, newest first.
 * @throws {DomainError} NOT_FOUND
 */
export async function listCustomerOrders(
  commerce: CommerceContext,
  ticketId: string,
): Promise<CustomerOrder[]> {
  const orders = await commerce.orders
    .find({ canonicalEmail: await customerOf(commerce, ticketId) }, NOT_LISTED)
    .sort({ soldAt: -1, _id: -1 })
    .limit(CUSTOMER_LIST_LENGTH)
    .lean();
  return orders.map((order) => showAdminOrder(commerce, order));
}

/** @throws {DomainError} NOT_FOUND, also for an order of another customer */
export async function readCustomerTimeline(
  commerce: CommerceContext,
  { id, orderId }: { id: string; orderId: string },
): Promise<ReplyOf<typeof getCustomerOrderTimeline>> {
  const isTheirs = await commerce.orders.exists({
    _id: orderId,
    canonicalEmail: await customerOf(commerce, id),
  });
  if (!isTheirs) throw new DomainError('NOT_FOUND', 'This customer has no such order.');
  const { entries, ...timeline } = await readTimeline(commerce, orderId);
  return { ...timeline, entries: entries.map(showToStaff) };
}

/**
 * Removes the webhook's URL, the only difference from the admin's timeline: everybody who knows the URL can post to it.
 */
function showToStaff({
  subjectId: _subjectId,
  action: _action,
  ...entry
}: TimelineEntry): CustomerTimelineEntry {
  if (entry.detail === null) return entry;
  return { ...entry, detail: maskEmailsIn(entry.detail.replaceAll(/https?:\/\/\S+/gi, hostOf)) };
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '…');

/** @throws {DomainError} NOT_FOUND */
async function customerOf({ bus }: Pick<CommerceContext, 'bus'>, ticketId: string): Promise<string> {
  const { email } = await bus.request(ticketCustomer, { ticketId });
  if (!email) throw new DomainError('NOT_FOUND', 'No ticket with a confirmed address');
  return canonicalEmail(email);
}
