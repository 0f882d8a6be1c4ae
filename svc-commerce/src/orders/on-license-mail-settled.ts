import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import type { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { changeOrder } from './change-order.ts';
import { hashEmail } from './hash-email.ts';
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
 * Shows on the order that a key mail failed, or that a later one was delivered, and records to whom the contract was
 * confirmed. The mail settled last counts, in whatever order the outcomes arrive.
 */
export async function onLicenseMailSettled(commerce: CommerceContext, mail: SettledMail): Promise<void> {
  const { licenseId, orderId, email, outcome, cause = 'refused' } = mail;
  if (orderId === null || mail.isWithdrawn) return;
  const settledAt = mail.settledAt === undefined ? undefined : new Date(mail.settledAt);
  const emailProblem = outcome === 'failed' ? PROBLEMS[cause] : null;
  if (outcome === 'sent' && settledAt !== undefined) {
    if (await recordSuccess(commerce, orderId, email, settledAt)) return;
    await recordConfirmation(commerce, orderId, email, settledAt);
  }
  const changed = await changeOrder(commerce, { _id: orderId }, (order) => {
    // The outcome for an address that was corrected since does not apply to the current address.
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

/** Records the most common outcome, a delivered mail, in one write. @returns false if the order needs more changes */
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
      $and: [isBefore('mailSettledAt', settledAt), isBefore('confirmation.sentAt', settledAt)],
    },
    { $set: { mailSettledAt: settledAt, confirmation: confirmationOf(email, settledAt) } },
  );
  return matchedCount === 1;
}

/**
 * Records that the contract was confirmed, also to an address that the order does not have yet: licensing mails the key
 * of a license that was corrected there while its correction is on the way here.
 */
async function recordConfirmation(
  { orders }: Pick<CommerceContext, 'orders'>,
  orderId: string,
  email: string,
  sentAt: Date,
): Promise<void> {
  await orders.updateOne(
    { _id: orderId, erasedAt: null, ...isBefore('confirmation.sentAt', sentAt) },
    { $set: { confirmation: confirmationOf(email, sentAt) } },
  );
}

const confirmationOf = (email: string, sentAt: Date) => ({
  emailHash: hashEmail(canonicalEmail(email)),
  sentAt,
});

const isBefore = (field: 'mailSettledAt' | 'confirmation.sentAt', at: Date) => ({
  $or: [{ [field]: null }, { [field]: trusted({ $lt: at }) }],
});

function isOlder(settledAt: Date | undefined, { mailSettledAt }: OrderDocument): boolean {
  return settledAt !== undefined && mailSettledAt !== undefined && settledAt <= mailSettledAt;
}
