import { canonicalEmail } from '@leadping/contracts/email-address';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { currentTraceparent } from '@leadping/service-kit/telemetry/trace-context';
import type { RenderedEmailTemplate } from '../email-templates/email-template.ts';
import { settledEntry } from './settle-mail.ts';
import type { SupportContext } from '../context.ts';
import { isReserved } from './is-reserved.ts';
import { mailContentPlace, type Mail } from './mail.model.ts';

export type MailOrder = Pick<Mail, 'kind' | 'to' | 'senderName'> &
  Partial<Pick<Mail, 'licenseId' | 'orderId'>> & {
    effectId: string;
    content: RenderedEmailTemplate;
    /** Somebody waits for its outcome: where it is settled, that is published again. */
    isRepublished?: boolean;
  };

/** Stores a mail to be sent, once for each effect. */
export async function queueMail(
  { mails, sealer, relay, clock }: Pick<SupportContext, 'mails' | 'sealer' | 'relay' | 'clock'>,
  { effectId, content, isRepublished = false, ...order }: MailOrder,
): Promise<void> {
  const isForNobody = order.to === '' || isReserved(order.to);
  // A key's mail is refused like any that cannot be delivered: licensing waits for its outcome.
  if (isForNobody && order.licenseId === undefined) return;
  try {
    await mails.create({
      _id: effectId,
      ...order,
      toKey: canonicalEmail(order.to),
      sealedContent: sealer.seal(JSON.stringify(content), mailContentPlace(effectId)),
      traceparent: currentTraceparent(),
      state: 'queued',
      nextAttemptAt: new Date(clock.now()),
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    if (!isRepublished) return;
    const existing = await mails.findById(effectId).lean();
    if (!existing?.licenseId || existing.nextAttemptAt) return;
    await mails.updateOne(
      { _id: effectId },
      { $push: { outbox: settledEntry({ ...existing, licenseId: existing.licenseId }) } },
    );
    relay.flush(mails);
  }
}
