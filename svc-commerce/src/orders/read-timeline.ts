import type { getOrderTimeline } from '@leadping/contracts/commerce/order-timeline-routes';
import { formatMoney } from '@leadping/contracts/currency';
import type { ReplyOf } from '@leadping/contracts/route';
import { licenseTimeline, mailTimeline, type TimelineEntry } from '@leadping/contracts/timeline';
import { DomainError } from '@leadping/service-kit/domain-error';
import { traceIdOf } from '@leadping/service-kit/telemetry/trace-context';
import type { CommerceContext } from '../context.ts';
import type { HistoryEntry, OrderDocument } from './order.model.ts';
import { showAdminOrder } from './show-order.ts';

const REQUEST_TIMEOUT_MS = 1500;

const TITLES: Record<HistoryEntry['kind'], [title: string, state: TimelineEntry['state']]> = {
  created: ['Order created', 'ok'],
  paid: ['Payment received', 'ok'],
  failed: ['Payment failed', 'failed'],
  refunded: ['Refunded', 'warning'],
  'refund-failed': ['Refund failed', 'warning'],
  'inquiry-opened': ['Inquiry opened', 'warning'],
  'inquiry-closed': ['Inquiry closed', 'ok'],
  'dispute-opened': ['Dispute opened', 'warning'],
  'dispute-won': ['Dispute won', 'ok'],
  'dispute-lost': ['Dispute lost', 'failed'],
  'email-corrected': ['Email address corrected', 'ok'],
  'refund-requested': ['Refund requested', 'ok'],
  'refund-refused': ['Refund refused by Stripe', 'warning'],
  withdrawn: ['The buyer withdrew', 'warning'],
};

/**
 * The timeline of an order of any seller, oldest first: our own history and the entries from licensing and support.
 * @throws {DomainError} NOT_FOUND
 */
export async function readTimeline(
  commerce: CommerceContext,
  orderId: string,
): Promise<ReplyOf<typeof getOrderTimeline>> {
  const order = await commerce.orders.findById(orderId).lean();
  if (!order) throw new DomainError('NOT_FOUND', 'This order does not exist.');
  const timeout = { timeoutMs: REQUEST_TIMEOUT_MS };
  const missing: ('svc-licensing' | 'svc-support')[] = [];
  const licensing = await commerce.bus.request(licenseTimeline, { orderId }, timeout).catch(() => {
    missing.push('svc-licensing');
    return { entries: [], licenseIds: order.licenseId === null ? [] : [order.licenseId] };
  });
  const { licenseIds } = licensing;
  const support = await commerce.bus.request(mailTimeline, { orderId, licenseIds }, timeout).catch(() => {
    missing.push('svc-support');
    return { entries: [] };
  });
  const own = [
    ...consentEntries(order),
    ...paymentEntries(order),
    ...(await webhookEntries(commerce, orderId)),
  ];
  const entries = [...own, ...licensing.entries, ...support.entries].sort((a, b) => a.at.localeCompare(b.at));
  return { order: showAdminOrder(commerce, order), entries, missing };
}

/** The buyer's consent before the payment page. */
function consentEntries({ _id, sellerTerms }: OrderDocument): TimelineEntry[] {
  const { deliveryConsent } = sellerTerms ?? {};
  if (!deliveryConsent) return [];
  const { at, text } = deliveryConsent;
  return [
    {
      at,
      service: 'svc-commerce',
      kind: 'order',
      title: 'The buyer agreed to immediate delivery',
      detail: text,
      state: 'ok',
      traceId: null,
      subjectId: _id,
      action: null,
    },
  ];
}

function paymentEntries({ _id, history = [], money }: OrderDocument): TimelineEntry[] {
  return history.map(({ at, kind, refundedMinor, traceId }) => {
    const [title, state] = TITLES[kind];
    const isPart = kind === 'refunded' && refundedMinor !== undefined && refundedMinor < money.amountMinor;
    const amount = kind === 'paid' ? money.amountMinor : refundedMinor;
    return {
      at: at.toISOString(),
      service: 'svc-commerce',
      kind: kind === 'created' || kind === 'email-corrected' ? 'order' : 'payment',
      title: isPart ? 'Partly refunded' : title,
      detail: amount === undefined ? null : formatMoney({ ...money, amountMinor: amount }),
      state,
      traceId: traceId ?? null,
      subjectId: _id,
      action: null,
    };
  });
}

async function webhookEntries(
  { deliveries }: Pick<CommerceContext, 'deliveries'>,
  orderId: string,
): Promise<TimelineEntry[]> {
  const found = await deliveries.find({ orderId }).lean();
  return found.flatMap(({ _id, receiver, url, state, createdAt, attempts, traceparent }) => {
    const common = {
      service: 'svc-commerce',
      kind: 'webhook',
      traceId: traceIdOf(traceparent) ?? null,
      subjectId: _id,
    } as const;
    const whose = receiver === 'admin' ? "Admin's order webhook" : "Reseller's order webhook";
    return [
      {
        ...common,
        at: createdAt.toISOString(),
        title: `${whose} queued`,
        detail: url,
        state: state === 'waiting' ? 'waiting' : 'ok',
        action: state === 'stopped' ? 'replay-webhook' : null,
      } satisfies TimelineEntry,
      ...attempts.map(({ at, status, error, durationMs }, index): TimelineEntry => {
        const isDelivered = status !== null && status !== undefined && status >= 200 && status < 300;
        const isLast = index === attempts.length - 1;
        return {
          ...common,
          at: at.toISOString(),
          title: isDelivered ? `${whose} delivered` : `${whose} attempt ${index + 1} failed`,
          detail: `${status === null || status === undefined ? (error ?? 'no reply') : `status ${status}`}, ${durationMs} ms`,
          state: isDelivered ? 'ok' : 'failed',
          action: !isDelivered && isLast ? 'replay-webhook' : null,
        };
      }),
    ];
  });
}
