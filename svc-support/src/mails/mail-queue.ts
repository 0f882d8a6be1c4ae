import type { Queue } from '@leadping/service-kit/process/queue-pool';
import { bindLogFields, boundLogFields } from '@leadping/service-kit/telemetry/trace-context';
import { inSpan } from '@leadping/service-kit/telemetry/tracing';
import { trusted } from 'mongoose';
import { randomUUID } from 'node:crypto';
import type { SupportContext } from '../context.ts';
import type { Mail } from './mail.model.ts';
import { sendMail } from './send-mail.ts';
import type { LeasedMail } from './settle-mail.ts';

/** Mails that are due, a few of one recipient at a time; any number of instances may run. */
export function mailQueue(support: SupportContext): Queue {
  return {
    name: 'send mails',
    concurrency: 16,
    perKey: 4,
    slowMs: 2000,
    maxSlow: 6,
    findDue: async ({ except, limit }) => {
      const due = await support.mails
        .find({ nextAttemptAt: isDue(support), toKey: trusted({ $nin: except }) }, { toKey: 1 })
        .sort({ nextAttemptAt: 1 })
        .limit(limit)
        .lean();
      return due.map(({ toKey }) => toKey);
    },
    doNext: async (toKey) => {
      const leased = await leaseNext(support, toKey);
      if (!leased) return false;
      support.failpoint('mail.after-lease');
      const { mail } = leased;
      bindLogFields(logFieldsOf(mail));
      const send = () => sendMail(support, mail, leased);
      await inSpan(support.tracing, spanOf(mail), send, boundLogFields());
      return true;
    },
  };
}

/** A mail is a part of the trace of its event, however much later it is sent. */
const spanOf = ({ traceparent: parent, kind }: Mail) =>
  ({ name: `send ${kind} mail`, kind: 'client', parent }) as const;

const logFieldsOf = ({ orderId, licenseId, attempts }: Mail) => ({
  attempt: attempts,
  ...(orderId === undefined ? {} : { orderId }),
  ...(licenseId === undefined ? {} : { licenseId }),
});

const isDue = ({ clock }: SupportContext) => trusted({ $lte: new Date(clock.now()) });

async function leaseNext(
  support: SupportContext,
  toKey: string,
): Promise<{ mail: LeasedMail; leasedUntil: Date; isRetry: boolean } | null> {
  const { mails, leaseMs, clock } = support;
  const leaseId = randomUUID();
  const leasedUntil = new Date(clock.now() + leaseMs);
  const before = await mails
    .findOneAndUpdate(
      { toKey, nextAttemptAt: isDue(support) },
      { $set: { state: 'leased', leaseId, nextAttemptAt: leasedUntil }, $inc: { attempts: 1 } },
      { sort: { nextAttemptAt: 1 }, returnDocument: 'before' },
    )
    .lean<Mail>();
  if (!before) return null;
  const mail = { ...before, leaseId, attempts: before.attempts + 1 };
  // The previous holder of the lease may have sent the mail and died, or may never have received a reply.
  return { mail, leasedUntil, isRetry: before.state === 'leased' };
}
