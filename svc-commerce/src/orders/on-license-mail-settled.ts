import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { changeOrder } from './change-order.ts';
import type { OrderDocument } from './order.model.ts';

type SettledMail = PayloadOf<typeof licenseMailSettled>;

const PROBLEMS = { refused: 'refused', unavailable: 'undelivered' } as const;

const LOGS = {
  refused: {
    message: "License key not delivered: the email provider refused the customer's address",
    nextStep: 'Correct the email address of the order. The key is then sent to the new address.',
  },
  undelivered: {
    message: 'License key not delivered: the email provider took no mail for two days',
    nextStep: 'Once emails are sent again, resend the key from the order.',
  },
} as const;

/**
 * The mail with a key failed, or went after one that had: the order shows it. Of several mails the one that was settled last
 * counts, in whatever order their outcomes arrive.
 */
export async function onLicenseMailSettled(commerce: CommerceContext, mail: SettledMail): Promise<void> {
  const { licenseId, orderId, email, outcome, cause = 'refused' } = mail;
  if (orderId === null || mail.isWithdrawn) return;
  const settledAt = mail.settledAt === undefined ? undefined : new Date(mail.settledAt);
  const emailProblem = outcome === 'failed' ? PROBLEMS[cause] : null;
  const isSuccess = outcome === 'sent' && settledAt !== undefined;
  if (isSuccess && (await recordSuccess(commerce, orderId, email, settledAt))) return;
  const changed = await changeOrder(commerce, { _id: orderId }, (order) => {
    // What became of an address that was corrected since says nothing about the right one.
    if (order.canonicalEmail !== canonicalEmail(email) || isOlder(settledAt, order)) return null;
    if (order.emailProblem === emailProblem && settledAt === undefined) return null;
    return { fields: { emailProblem, ...(settledAt ? { mailSettledAt: settledAt } : {}) } };
  });
  if (!changed || emailProblem === null) return;
  const { before, after } = changed;
  if (before.emailProblem === emailProblem || after.emailProblem !== emailProblem) return;
  commerce.record({
    level: 'error',
    category: 'email',
    ...LOGS[emailProblem],
    data: { orderId, licenseId, resellerId: after.resellerId },
  });
}

/** What nearly every mail comes to, in one write. @returns false where there is more to it. */
async function recordSuccess(
  { orders }: Pick<CommerceContext, 'orders'>,
  orderId: string,
  email: string,
  settledAt: Date,
): Promise<boolean> {
  const { matchedCount } = await orders.updateOne(
    {
      _id: orderId,
      canonicalEmail: canonicalEmail(email),
      emailProblem: null,
      $or: [{ mailSettledAt: null }, { mailSettledAt: trusted({ $lt: settledAt }) }],
    },
    { $set: { mailSettledAt: settledAt } },
  );
  return matchedCount === 1;
}

function isOlder(settledAt: Date | undefined, { mailSettledAt }: OrderDocument): boolean {
  return settledAt !== undefined && mailSettledAt !== undefined && settledAt <= mailSettledAt;
}
