import type { OrderDisputes } from '@leadping/contracts/commerce/dispute-routes';
import { licenseTimeline, mailDeliveries } from '@leadping/contracts/timeline';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { CommerceContext } from '../context.ts';
import { ordersOf, type OrderScope } from '../orders/order-scope.ts';
import { showDisputes } from './show-dispute.ts';
import { writeEvidence } from './write-evidence.ts';

const LICENSING_TIMEOUT_MS = 1500;
/** Support asks Postmark. */
const SUPPORT_TIMEOUT_MS = 5000;

/**
 * The disputes of an order with a draft of the evidence. The draft is never sent anywhere: Stripe takes evidence once,
 * so the seller reads and sends it.
 * @throws {DomainError} NOT_FOUND, also for another seller's order
 */
export async function readDisputes(
  commerce: CommerceContext,
  scope: OrderScope,
  id: string,
): Promise<OrderDisputes> {
  const order = await commerce.orders.findOne({ _id: id, ...ordersOf(scope) }).lean();
  if (!order) throw new DomainError('NOT_FOUND', 'This order does not exist.');
  const disputes = showDisputes(commerce, order);
  const [dispute] = disputes;
  const missing: OrderDisputes['missing'] = [];
  if (!dispute) return { disputes, evidence: null, missing };
  const licensing = await commerce.bus
    .request(licenseTimeline, { orderId: id }, { timeoutMs: LICENSING_TIMEOUT_MS })
    .catch(() => {
      missing.push('svc-licensing');
      return { entries: [], licenseIds: order.licenseId === null ? [] : [order.licenseId] };
    });
  const { licenseIds } = licensing;
  const { mails } = await commerce.bus
    .request(mailDeliveries, { licenseIds }, { timeoutMs: SUPPORT_TIMEOUT_MS })
    .catch(() => {
      missing.push('svc-support');
      return { mails: [] };
    });
  const facts = { order, dispute, entries: licensing.entries, mails, missing };
  return { disputes, evidence: writeEvidence(facts, commerce.config.PUBLIC_URL), missing };
}
