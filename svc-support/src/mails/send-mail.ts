import { canonicalEmail } from '@leadping/contracts/email-address';
import { getLicenseEmail } from '@leadping/contracts/licensing/requests';
import { maskEmailsIn } from '@leadping/service-kit/privacy/mask-email';
import type { RenderedEmailTemplate } from '../email-templates/email-template.ts';
import type { SupportContext } from '../context.ts';
import { mailContentPlace } from './mail.model.ts';
import { markFailed, markSent, withdrawMail, type LeasedMail } from './settle-mail.ts';

const RETRY_SECONDS = [2, 15, 60];
/** After an outage nobody waits longer for a key. */
const MAX_RETRY_SECONDS = 300;
const GIVE_UP_AFTER_MS = 48 * 3600_000;
const LICENSE_TIMEOUT_MS = 1000;

/**
 * Sends a leased mail. If an earlier lease expired, first asks Postmark whether the mail was sent. If that stays
 * unknown, the lease remains until the next check, so that no mail is sent twice.
 */
export async function sendMail(
  support: SupportContext,
  mail: LeasedMail,
  lease: { isRetry: boolean; leasedUntil: Date },
): Promise<void> {
  try {
    if (lease.isRetry) {
      const messageId = await support.postmark.findSent(mail._id);
      if (messageId !== undefined) return await markSent(support, mail, messageId);
    }
    const reason = await findWithdrawal(support, mail);
    if (reason === undefined) await post(support, mail, lease);
    else await withdrawMail(support, mail, reason);
  } catch (error) {
    await lookAgainLater(support, mail, { outcome: 'unknown', error: String(error) });
  }
}

/**
 * Why a key goes to nobody: its license has ended, or has another key or address, for which another mail goes. Also before the first
 * attempt, since events wait in an outage. Without a reply it goes as it was ordered: a key waits for nobody else.
 */
async function findWithdrawal({ bus }: SupportContext, mail: LeasedMail): Promise<string | undefined> {
  const { licenseId, keyNumber = 1, toKey } = mail;
  if (licenseId === undefined) return undefined;
  const options = { timeoutMs: LICENSE_TIMEOUT_MS };
  const license = await bus.request(getLicenseEmail, { licenseId }, options).catch(() => undefined);
  if (!license || license.email === null) return undefined;
  if (license.status === 'revoked') return 'The license had ended: its key was not emailed.';
  if ((license.keyNumber ?? 1) > keyNumber) return 'The key was replaced: the new one was emailed.';
  if (canonicalEmail(license.email) === toKey) return undefined;
  return 'The address was corrected: the key went there.';
}

async function post(
  support: SupportContext,
  mail: LeasedMail,
  { leasedUntil }: { leasedUntil: Date },
): Promise<void> {
  const content = JSON.parse(
    support.sealer.open(mail.sealedContent ?? '', mailContentPlace(mail._id)),
  ) as RenderedEmailTemplate;
  // A process that was stopped for a while finds its lease gone: whoever has it now sees to the mail.
  if (leasedUntil.getTime() - support.clock.now() < support.leaseMs / 2) return;
  const posted = await support.postmark.send({
    effectId: mail._id,
    kind: mail.kind,
    from: `"${mail.senderName.replaceAll(/["\\<>\p{Cc}]/gu, '')}" <${support.config.MAIL_FROM}>`,
    to: mail.to,
    ...(mail.replyTo !== undefined && { replyTo: mail.replyTo }),
    ...content,
  });
  support.failpoint('mail.after-send');
  if (posted.outcome === 'sent') await markSent(support, mail, posted.messageId);
  else if (posted.outcome === 'rejected') await markFailed(support, mail, posted.error, 'refused');
  else await lookAgainLater(support, mail, { outcome: posted.outcome, error: posted.error });
}

async function lookAgainLater(
  support: SupportContext,
  mail: LeasedMail,
  { outcome, error }: { outcome: 'postponed' | 'unknown'; error: string },
): Promise<void> {
  if (Date.now() - (mail.delayedUntil ?? mail.createdAt).getTime() > GIVE_UP_AFTER_MS)
    return markFailed(support, mail, error, 'unavailable');
  support.logRetry({ effectId: maskEmailsIn(mail._id), error: maskEmailsIn(error) });
  const backOffMs = (RETRY_SECONDS[mail.attempts - 1] ?? MAX_RETRY_SECONDS) * 1000;
  // A mail that may have gone is asked for only once Postmark's search must know it.
  const waitMs = outcome === 'unknown' ? Math.max(backOffMs, support.leaseMs) : backOffMs;
  await support.mails.updateOne(
    { _id: mail._id, leaseId: mail.leaseId },
    {
      $set: {
        state: outcome === 'unknown' ? 'leased' : 'queued',
        nextAttemptAt: new Date(support.clock.now() + waitMs),
        error,
      },
    },
  );
}
