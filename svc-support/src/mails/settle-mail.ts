import { licenseMailSettled, type MailFailure } from '@leadping/contracts/support/mail-events';
import { outboxEntry, type OutboxEntry } from '@leadping/service-kit/messaging/outbox';
import { maskEmail, maskEmailsIn } from '@leadping/service-kit/privacy/mask-email';
import { randomUUID } from 'node:crypto';
import type { SupportContext } from '../context.ts';
import type { Mail } from './mail.model.ts';

export type LeasedMail = Mail & { leaseId: string };

/** Marks a mail as sent, unless the lease went to another meanwhile. */
export async function markSent(support: SupportContext, mail: LeasedMail, messageId: string): Promise<void> {
  const isOurs = await settle(support, mail, { state: 'sent', messageId });
  if (isOurs) {
    const data = { kind: mail.kind, to: maskEmail(mail.to), messageId };
    support.record({ level: 'info', category: 'email', message: 'Email sent', data });
  }
}

const LOGS: Record<MailFailure, { message: string; nextStep: string }> = {
  refused: {
    message: 'Email not sent: the provider refused it',
    nextStep: 'Correct the address where it was entered. For a license key, correct it on the order.',
  },
  unavailable: {
    message: 'Email not sent: the provider took none for two days',
    nextStep:
      'Once emails are sent again, send this one again from where it came. For a license key, on its order or license.',
  },
};

/** Gives up a mail: another attempt cannot help. */
export async function markFailed(
  support: SupportContext,
  mail: LeasedMail,
  error: string,
  cause: MailFailure,
): Promise<void> {
  const isOurs = await settle(support, mail, { state: 'failed', error, cause });
  if (isOurs) {
    const data = { kind: mail.kind, to: maskEmail(mail.to), error: maskEmailsIn(error).slice(0, 300) };
    support.record({ level: 'error', category: 'email', ...LOGS[cause], data });
  }
}

/** Gives up a mail that nobody is to get any more: there is nothing to put right. */
export async function withdrawMail(support: SupportContext, mail: LeasedMail, reason: string): Promise<void> {
  await settle(support, mail, { state: 'failed', error: reason, isWithdrawn: true });
}

async function settle(
  { mails, relay, clock }: SupportContext,
  mail: LeasedMail,
  result:
    | { state: 'sent'; messageId: string }
    | { state: 'failed'; error: string; cause: MailFailure }
    | { state: 'failed'; error: string; isWithdrawn: true },
): Promise<boolean> {
  const { licenseId } = mail;
  const change = { ...result, settledAt: new Date(clock.now()) };
  const settled = licenseId === undefined ? undefined : settledEntry({ ...mail, licenseId, ...change });
  const { matchedCount } = await mails.updateOne(
    { _id: mail._id, leaseId: mail.leaseId },
    {
      $set: change,
      $unset: { nextAttemptAt: 1, leaseId: 1, sealedContent: 1 },
      ...(settled ? { $push: { outbox: settled } } : {}),
    },
  );
  if (settled) relay.flush(mails);
  return matchedCount === 1;
}

export function settledEntry({
  licenseId,
  orderId,
  to,
  state,
  error,
  cause,
  isWithdrawn,
  settledAt,
}: Pick<Mail, 'to' | 'state' | 'orderId' | 'error' | 'cause' | 'isWithdrawn' | 'settledAt'> & {
  licenseId: string;
}): OutboxEntry {
  const isSent = state === 'sent';
  return outboxEntry(licenseMailSettled, `license-mail-settled:${randomUUID()}`, {
    licenseId,
    orderId: orderId ?? null,
    email: to,
    outcome: isSent ? 'sent' : 'failed',
    error: isSent ? null : (error ?? 'The email could not be sent.').slice(0, 300),
    cause,
    isWithdrawn,
    settledAt: settledAt?.toISOString(),
  });
}
