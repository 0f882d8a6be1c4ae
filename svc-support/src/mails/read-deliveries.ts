import type { MailDelivery } from '@leadping/contracts/timeline';
import { maskEmail } from '@leadping/service-kit/privacy/mask-email';
import { trusted } from 'mongoose';
import type { SupportContext } from '../context.ts';

const MAX_MAILS = 10;

/** The sent emails with the keys of licenses, and what Postmark reports about them. */
export async function readDeliveries(
  { mails, postmark, log }: Pick<SupportContext, 'mails' | 'postmark' | 'log'>,
  { licenseIds }: { licenseIds: string[] },
): Promise<{ mails: MailDelivery[] }> {
  const found = await mails
    .find({ licenseId: trusted({ $in: licenseIds }), kind: 'license-key', state: 'sent' })
    .sort({ settledAt: 1 })
    .limit(MAX_MAILS)
    .lean();
  const read = found.map(async ({ to, messageId, settledAt, createdAt }) => ({
    to: maskEmail(to),
    sentAt: (settledAt ?? createdAt).toISOString(),
    events: messageId === undefined ? null : await findEvents(messageId),
  }));
  return { mails: await Promise.all(read) };

  async function findEvents(messageId: string): Promise<MailDelivery['events']> {
    try {
      const events = await postmark.findEvents(messageId);
      return events
        .toSorted((a, b) => a.at.getTime() - b.at.getTime())
        .map(({ kind, at }) => ({ kind, at: at.toISOString() }));
    } catch (err) {
      log.warn({ err, messageId }, 'events of an email were not read from Postmark');
      return null;
    }
  }
}
