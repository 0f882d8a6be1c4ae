import { canonicalEmail } from '@leadping/contracts/email-address';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { limitAnHour } from '@leadping/service-kit/limit-an-hour';
import type { CommerceContext } from '../context.ts';
import { changeOrder } from './change-order.ts';
import { emailCorrectedEntry } from './order-outbox.ts';
import { historyEntry } from './order-history.ts';
import type { OrderDocument } from './order.model.ts';
import { ordersOf, type OrderScope } from './order-scope.ts';

/** The same limit as for requested mails with the key of a license. */
const LIMIT = { most: 10, what: 'The address of this order was corrected' };

/**
 * Corrects the address of an order. An order that was held back without an address is now published as paid. If it has
 * a license, licensing mails the key to the address, even if the address did not change.
 * @throws {DomainError} NOT_FOUND, also for another seller's order; CONFLICT for reseller rights that have created a
 * reseller; RATE_LIMITED, because each address may be a stranger's
 */
export async function correctEmail(
  commerce: CommerceContext,
  scope: OrderScope,
  id: string,
  customerEmail: string,
): Promise<OrderDocument> {
  const changed = await changeOrder(commerce, { _id: id, ...ordersOf(scope) }, (order) => {
    refuseOfReseller(order);
    // Where another correction came first, this one is the later of the two, for licensing as well.
    const emailCorrectedAt = new Date(commerce.clock.now());
    limitCorrections(order, emailCorrectedAt);
    return {
      fields: {
        customerEmail,
        canonicalEmail: canonicalEmail(customerEmail),
        emailProblem: null,
        emailCorrectedAt,
        isPaidPublished: order.facts.paid,
      },
      history: [historyEntry('email-corrected', emailCorrectedAt)],
      // An order that this write releases is published with the address.
      events: (corrected) => (order.isPaidPublished ? [emailCorrectedEntry(corrected)] : []),
    };
  });
  if (!changed) throw new DomainError('NOT_FOUND', 'This order does not exist.');
  recordChange({
    target: id,
    before: { customerEmail: changed.before.customerEmail },
    after: { customerEmail },
  });
  return changed.after;
}

/** @throws {DomainError} RATE_LIMITED */
function limitCorrections({ history = [] }: OrderDocument, now: Date): void {
  const corrections = history.filter(({ kind }) => kind === 'email-corrected').map(({ at }) => at);
  limitAnHour(corrections, now.getTime(), LIMIT);
}

/**
 * Only licensing sends mails for a corrected order.
 * @throws {DomainError} CONFLICT
 */
function refuseOfReseller({ isPaidPublished, productType }: OrderDocument): void {
  if (!isPaidPublished || productType !== 'reseller_rights') return;
  throw new DomainError(
    'CONFLICT',
    'This order made a reseller, who has an address of their own. Edit it, or resend the credentials, in Reseller Management.',
  );
}
