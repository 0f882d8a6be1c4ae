import { canonicalEmail } from '@leadping/contracts/email-address';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { maskEmail } from '@leadping/service-kit/privacy/mask-email';
import { currentTraceparent } from '@leadping/service-kit/telemetry/trace-context';
import type { RenderedEmailTemplate } from '../email-templates/email-template.ts';
import { settledEntry } from './settle-mail.ts';
import type { SupportContext } from '../context.ts';
import { isReserved } from './is-reserved.ts';
import { MAIL_PURPOSES, type PurposeName } from './mail-purposes.ts';
import { mailContentPlace, type Mail } from './mail.model.ts';
import { takePlace } from './recipient-limit.ts';

export type MailOrder = Pick<Mail, 'to' | 'senderName'> &
  Partial<Pick<Mail, 'licenseId' | 'keyNumber' | 'orderId' | 'replyTo'>> & {
    effectId: string;
    purpose: PurposeName;
    content: RenderedEmailTemplate;
    /** Somebody waits for its outcome: where it is settled, that is published again. */
    isRepublished?: boolean;
  };

/** Stores a mail to be sent, once for each effect. */
export async function queueMail(
  support: Pick<SupportContext, 'mails' | 'recipientLimit' | 'sealer' | 'relay' | 'clock' | 'record'>,
  { effectId, content, purpose, isRepublished = false, ...order }: MailOrder,
): Promise<void> {
  const { mails, sealer, relay } = support;
  const isForNobody = order.to === '' || isReserved(order.to);
  // A key's mail is refused like any that cannot be delivered: licensing waits for its outcome.
  if (isForNobody && order.licenseId === undefined) return;
  const { kind, causedBy } = MAIL_PURPOSES[purpose];
  const place =
    causedBy === 'stranger'
      ? await placeAmongOthers(support, effectId, { purpose, to: order.to })
      : undefined;
  if (place === null) return;
  try {
    await mails.create({
      _id: effectId,
      kind,
      ...order,
      toKey: canonicalEmail(order.to),
      sealedContent: sealer.seal(JSON.stringify(content), mailContentPlace(effectId)),
      traceparent: currentTraceparent(),
      state: 'queued',
      nextAttemptAt: place ?? new Date(support.clock.now()),
      ...(place === undefined ? {} : { delayedUntil: place }),
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

/**
 * Finds the time at which a mail that strangers can cause may be sent.
 * @returns undefined to send it now, null if no time is free within a day
 */
async function placeAmongOthers(
  {
    mails,
    recipientLimit,
    clock,
    record,
  }: Pick<SupportContext, 'mails' | 'recipientLimit' | 'clock' | 'record'>,
  effectId: string,
  { purpose, to }: { purpose: PurposeName; to: string },
): Promise<Date | null | undefined> {
  // A repeated event needs no place if its mail is stored.
  if (await mails.exists({ _id: effectId })) return undefined;
  const now = clock.now();
  const place = await takePlace(recipientLimit, { toKey: canonicalEmail(to), effectId, purpose, now });
  // Instances read the clock at slightly different times.
  if (place !== null && place - now < 1000) return undefined;
  const data = {
    purpose,
    to: maskEmail(to),
    ...(place === null ? {} : { until: new Date(place).toISOString() }),
  };
  record({ level: 'warning', category: 'email', ...(place === null ? NOT_SENT : DELAYED), data });
  return place === null ? null : new Date(place);
}

const nextStep =
  'Look for sign-ups, resets and tickets with this address. A key, a reply or an invitation still goes at once.';
const DELAYED = { message: 'Email delayed: too many were requested for this address', nextStep };
const NOT_SENT = {
  message: 'Email not sent: too many were requested for this address within a day',
  nextStep,
};
