import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import type { CommerceContext } from '../context.ts';
import { entriesOf } from './order-outbox.ts';

/** The mail provider refused the customer's address, or took one that it had refused: the order shows it. */
export async function onMailSettled(
  commerce: CommerceContext,
  { licenseId, orderId, email, outcome }: PayloadOf<typeof licenseMailSettled>,
): Promise<void> {
  if (orderId === null) return;
  const emailProblem = outcome === 'failed' ? 'refused' : null;
  for (;;) {
    const order = await commerce.orders.findById(orderId).lean();
    // What became of an address that was corrected since says nothing about the right one.
    if (!order || order.canonicalEmail !== canonicalEmail(email)) return;
    if (order.emailProblem === emailProblem) return;
    const next = { ...order, emailProblem, revision: order.revision + 1 } as const;
    const { modifiedCount } = await commerce.orders.updateOne(
      { _id: order._id, revision: order.revision },
      {
        $set: { emailProblem, revision: next.revision },
        $push: { outbox: { $each: entriesOf(next, order) } },
      },
    );
    if (modifiedCount === 0) continue;
    commerce.relay.flush(commerce.orders);
    if (emailProblem === null) return;
    commerce.record({
      level: 'error',
      category: 'email',
      message: "License key not delivered: the email provider refused the customer's address",
      nextStep: 'Correct the email address of the order. The key is then sent to the new address.',
      data: { orderId: order._id, licenseId, resellerId: order.resellerId },
    });
    return;
  }
}
