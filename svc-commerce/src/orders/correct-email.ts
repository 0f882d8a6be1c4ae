import { canonicalEmail } from '@leadping/contracts/email-address';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { firstRepublishAt } from '@leadping/service-kit/messaging/republish';
import type { CommerceContext } from '../context.ts';
import { emailCorrectedEntry, entriesOf } from './order-outbox.ts';
import { historyEntry } from './order-history.ts';
import type { OrderDocument } from './order.model.ts';
import { ordersOf, type OrderScope } from './order-scope.ts';

/**
 * Gives an order the address that its customer has. An order that was held back for want of one is published as paid now;
 * where there is a license, licensing has its key mailed there, also when the address is the one it was.
 * @throws {DomainError} NOT_FOUND, for another seller's order too; CONFLICT for reseller rights that have made a reseller
 */
export async function correctEmail(
  commerce: CommerceContext,
  scope: OrderScope,
  id: string,
  customerEmail: string,
): Promise<OrderDocument> {
  for (;;) {
    const order = await commerce.orders.findOne({ _id: id, ...ordersOf(scope) }).lean();
    if (!order) throw new DomainError('NOT_FOUND', 'This order does not exist.');
    refuseOfReseller(order);
    const emailCorrectedAt = new Date(commerce.clock.now());
    const next: OrderDocument = {
      ...order,
      customerEmail,
      canonicalEmail: canonicalEmail(customerEmail),
      emailProblem: null,
      emailCorrectedAt,
      isPaidPublished: order.facts.paid,
      revision: order.revision + 1,
    };
    const isReleased = next.isPaidPublished && !order.isPaidPublished;
    const changed = await commerce.orders
      .findOneAndUpdate(
        { _id: order._id, revision: order.revision },
        {
          $set: {
            customerEmail,
            canonicalEmail: next.canonicalEmail,
            emailProblem: null,
            emailCorrectedAt,
            isPaidPublished: next.isPaidPublished,
            revision: next.revision,
            ...(isReleased ? { republishAt: firstRepublishAt(commerce.clock) } : {}),
          },
          $push: {
            // An order that this write releases is published with the address.
            outbox: {
              $each: [
                ...entriesOf(next, order),
                ...(order.isPaidPublished ? [emailCorrectedEntry(next)] : []),
              ],
            },
            history: historyEntry('email-corrected', emailCorrectedAt),
          },
        },
        { returnDocument: 'after' },
      )
      .lean();
    // A payment event changed the order in between: it is read again.
    if (!changed) continue;
    commerce.relay.flush(commerce.orders);
    recordChange({
      target: order._id,
      before: { customerEmail: order.customerEmail },
      after: { customerEmail },
    });
    return changed;
  }
}

/** Nobody but licensing sends anything for a corrected order. @throws {DomainError} CONFLICT */
function refuseOfReseller({ isPaidPublished, productType }: OrderDocument): void {
  if (!isPaidPublished || productType !== 'reseller_rights') return;
  throw new DomainError(
    'CONFLICT',
    'This order made a reseller, who has an address of their own. Edit it, or resend the credentials, in Reseller Management.',
  );
}
