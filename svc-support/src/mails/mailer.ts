import { trusted } from 'mongoose';
import { randomUUID } from 'node:crypto';
import type { MailContext } from './context.ts';
import type { Mail } from './mail.model.ts';
import { sendMail } from './send-mail.ts';

const MOST_AT_ONCE = 8;

/** Takes mails that are due and sends them, a few at a time; any number of instances may run. */
export interface Mailer {
  /** Call after a mail was queued: it is sent now instead of at the next look. */
  wake: () => void;
  /** One look for due mails; resolves when all that it took are seen to. */
  run: () => Promise<void>;
  close: () => Promise<void>;
}

export function buildMailer(context: MailContext, options: { from: string }): Mailer {
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isClosed = false;

  const takeAll = async () => {
    const sending = new Set<Promise<void>>();
    while (!isClosed) {
      const leased = await leaseNext(context);
      if (!leased) break;
      context.failpoint('mail.after-lease');
      const work: Promise<void> = sendMail(context, leased.mail, { ...leased, ...options })
        .catch((err: unknown) => context.log.error({ err, effectId: leased.mail._id }, 'mail not seen to'))
        .finally(() => sending.delete(work));
      sending.add(work);
      if (sending.size >= MOST_AT_ONCE) await Promise.race(sending);
    }
    await Promise.all(sending);
  };

  const run = async () => {
    isWanted = true;
    running ??= (async () => {
      while (isWanted && !isClosed) {
        isWanted = false;
        await takeAll();
      }
    })().finally(() => (running = undefined));
    await running;
  };

  return {
    wake: () => void run().catch((err: unknown) => context.log.warn({ err }, 'mails wait')),
    run,
    close: async () => {
      isClosed = true;
      await running?.catch(() => {});
    },
  };
}

async function leaseNext({ mails, leaseMs }: MailContext) {
  const leaseId = randomUUID();
  const leasedUntil = new Date(Date.now() + leaseMs);
  const before = await mails
    .findOneAndUpdate(
      { dueAt: trusted({ $lte: new Date() }) },
      { $set: { state: 'leased', leaseId, dueAt: leasedUntil }, $inc: { tries: 1 } },
      { sort: { dueAt: 1 }, returnDocument: 'before' },
    )
    .lean<Mail>();
  if (!before) return null;
  const mail = { ...before, leaseId, tries: before.tries + 1 };
  // Whoever had the lease before may have sent the mail and died, or may never have heard back.
  return { mail, leasedUntil, isRetry: before.state === 'leased' };
}
