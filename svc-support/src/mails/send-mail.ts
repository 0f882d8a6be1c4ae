import type { RenderedEmailTemplate } from '../email-templates/email-template.ts';
import type { MailContext } from './context.ts';
import { maskEmailsIn } from './mask-email.ts';
import { markFailed, markSent, type LeasedMail } from './settle-mail.ts';

const RETRY_SECONDS = [2, 15, 60, 300, 900];
const MAX_RETRY_SECONDS = 3600;
const GIVE_UP_AFTER_MS = 48 * 3600_000;

/**
 * Sends a leased mail, or, where an earlier lease ran out, first asks Postmark whether it went. What stays unknown
 * keeps its lease until the next look, so that nothing is sent twice.
 */
export async function sendMail(
  context: MailContext,
  mail: LeasedMail,
  options: { from: string; isRetry: boolean; leasedUntil: Date },
): Promise<void> {
  try {
    if (options.isRetry) {
      const messageId = await context.postmark.findSent(mail._id);
      if (messageId !== undefined) return await markSent(context, mail, messageId);
    }
    await post(context, mail, options);
  } catch (error) {
    await lookAgainLater(context, mail, { outcome: 'unknown', error: String(error) });
  }
}

async function post(
  context: MailContext,
  mail: LeasedMail,
  { from, leasedUntil }: { from: string; leasedUntil: Date },
): Promise<void> {
  const content = JSON.parse(context.sealer.open(mail.sealedContent ?? '')) as RenderedEmailTemplate;
  // A process that was stopped for a while finds its lease gone: whoever has it now sees to the mail.
  if (leasedUntil.getTime() - context.clock.now() < context.leaseMs / 2) return;
  const posted = await context.postmark.send({
    effectId: mail._id,
    kind: mail.kind,
    from: `"${mail.senderName.replaceAll(/["\\<>\p{Cc}]/gu, '')}" <${from}>`,
    to: mail.to,
    replyTo: mail.replyTo,
    ...content,
  });
  context.failpoint('mail.after-send');
  if (posted.outcome === 'sent') await markSent(context, mail, posted.messageId);
  else if (posted.outcome === 'rejected') await markFailed(context, mail, posted.error);
  else await lookAgainLater(context, mail, { outcome: posted.outcome, error: posted.error });
}

async function lookAgainLater(
  context: MailContext,
  mail: LeasedMail,
  { outcome, error }: { outcome: 'postponed' | 'unknown'; error: string },
): Promise<void> {
  const fields = { effectId: maskEmailsIn(mail._id), error: maskEmailsIn(error), attempts: mail.attempts };
  context.log.warn(fields, 'mail not sent, retrying');
  if (Date.now() - mail.createdAt.getTime() > GIVE_UP_AFTER_MS) return markFailed(context, mail, error);
  const backOffMs = (RETRY_SECONDS[mail.attempts - 1] ?? MAX_RETRY_SECONDS) * 1000;
  // A mail that may have gone is asked for only once Postmark's search must know it.
  const waitMs = outcome === 'unknown' ? Math.max(backOffMs, context.leaseMs) : backOffMs;
  await context.mails.updateOne(
    { _id: mail._id, leaseId: mail.leaseId },
    {
      $set: {
        state: outcome === 'unknown' ? 'leased' : 'queued',
        nextAttemptAt: new Date(context.clock.now() + waitMs),
        error,
      },
    },
  );
}
