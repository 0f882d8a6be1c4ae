import { canonicalEmail } from '@leadping/contracts/email-address';
import { createHash } from 'node:crypto';
import type { CommerceContext } from '../context.ts';
import { hashEmail } from '../orders/hash-email.ts';

interface Statement {
  orderNumber: string;
  email: string;
  name: string;
}

/**
 * Stores the statement. It is compared with the order later, so that neither the reply nor its time tells whether the
 * order and the address belong together.
 */
export async function receiveWithdrawal(
  { withdrawalStatements, clock }: Pick<CommerceContext, 'withdrawalStatements' | 'clock'>,
  { orderNumber, email, name }: Statement,
): Promise<{ receivedAt: string }> {
  const receivedAt = new Date(clock.now());
  const emailHash = hashEmail(canonicalEmail(email));
  const orderId = orderNumber.toLowerCase();
  await withdrawalStatements.updateOne(
    { _id: createHash('sha256').update(`${orderId} ${emailHash}`).digest('hex') },
    { $setOnInsert: { orderId, emailHash, name, receivedAt, nextAttemptAt: receivedAt } },
    { upsert: true },
  );
  return { receivedAt: receivedAt.toISOString() };
}
