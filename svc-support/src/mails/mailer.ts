import { inSpan } from '@leadping/service-kit/telemetry/tracing';
import { trusted } from 'mongoose';
import { randomUUID } from 'node:crypto';
import type { SupportContext } from '../context.ts';
import type { Mail } from './mail.model.ts';
import { maskEmailsIn } from './mask-email.ts';
import { sendMail } from './send-mail.ts';

const CONCURRENCY = 8;

/** Takes mails that are due and sends them, a few at a time; any number of instances may run. */
export interface Mailer {
  /** Call after a mail was queued: it is sent now instead of at the next look. */
  wake: () => void;
  /** One look for due mails; resolves when those that it took are on their way. */
  run: () => Promise<void>;
  /** Takes no more and waits for those on their way. */
  close: () => Promise<void>;
}

export function buildMailer(support: SupportContext): Mailer {
  const sending = new Set<Promise<void>>();
  let taking: Promise<void> | undefined;
  let isWanted = false;
  let isClosed = false;

  const send = (leased: Leased) => {
    const work: Promise<void> = inSpan(support.tracing, spanOf(leased.mail), () =>
      sendMail(support, leased.mail, leased),
    )
      .catch((err: unknown) =>
        support.log.error({ err, effectId: maskEmailsIn(leased.mail._id) }, 'mail not handled'),
      )
      .finally(() => {
        sending.delete(work);
        // More may wait where all places were taken; one slow answer keeps nobody else waiting.
        if (sending.size === CONCURRENCY - 1) wake();
      });
    sending.add(work);
  };

  const takeDue = async () => {
    while (isWanted && !isClosed) {
      isWanted = false;
      while (!isClosed && sending.size < CONCURRENCY) {
        const leased = await leaseNext(support);
        if (!leased) break;
        support.failpoint('mail.after-lease');
        send(leased);
      }
    }
  };

  const run = () => {
    isWanted = true;
    taking ??= takeDue().finally(() => (taking = undefined));
    return taking;
  };
  const wake = () => void run().catch((err: unknown) => support.log.warn({ err }, 'mails wait'));

  return {
    wake,
    run,
    close: async () => {
      isClosed = true;
      await taking?.catch(() => {});
      await Promise.all(sending);
    },
  };
}

/** A mail is a part of the trace of its event, however much later it is sent. */
const spanOf = ({ traceparent: parent, kind }: Mail) =>
  ({ name: `send ${kind} mail`, kind: 'client', parent }) as const;

type Leased = NonNullable<Awaited<ReturnType<typeof leaseNext>>>;

async function leaseNext({ mails, leaseMs, clock }: SupportContext) {
  const leaseId = randomUUID();
  const now = clock.now();
  const leasedUntil = new Date(now + leaseMs);
  const before = await mails
    .findOneAndUpdate(
      { nextAttemptAt: trusted({ $lte: new Date(now) }) },
      { $set: { state: 'leased', leaseId, nextAttemptAt: leasedUntil }, $inc: { attempts: 1 } },
      { sort: { nextAttemptAt: 1 }, returnDocument: 'before' },
    )
    .lean<Mail>();
  if (!before) return null;
  const mail = { ...before, leaseId, attempts: before.attempts + 1 };
  // Whoever had the lease before may have sent the mail and died, or may never have received a reply.
  return { mail, leasedUntil, isRetry: before.state === 'leased' };
}
