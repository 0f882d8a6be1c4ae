import type { TimelineEntry } from '@leadping/contracts/timeline';
import { traceIdOf } from '@leadping/service-kit/telemetry/trace-context';
import { maskEmail } from '@leadping/service-kit/privacy/mask-email';
import { trusted } from 'mongoose';
import type { SupportContext } from '../context.ts';
import { MAIL_NAMES } from './mail-names.ts';
import type { Mail } from './mail.model.ts';

const MAX_MAILS = 200;
const FAILURES = { refused: 'refused', unavailable: 'given up' } as const;

/** The mails of an order and of its licenses. The id of a mail names what it is about. */
export async function readTimeline(
  { mails }: Pick<SupportContext, 'mails'>,
  { orderId, licenseIds }: { orderId: string; licenseIds: string[] },
): Promise<{ entries: TimelineEntry[] }> {
  const beginnings = [
    `order-notice:${orderId}:`,
    ...licenseIds.flatMap((id) => [
      `license-issued:${id}`,
      ...['revoked', 'suspended', 'active'].map((status) => `license-${status}:${id}:`),
    ]),
  ];
  const found = await mails
    .find({
      $or: [
        ...beginnings.map((beginning) => ({
          _id: trusted({ $gte: beginning, $lt: `${beginning}\uffff` }),
        })),
        { licenseId: trusted({ $in: licenseIds }) },
      ],
    })
    .limit(MAX_MAILS)
    .lean();
  return { entries: found.map(entryOf) };
}

function entryOf(mail: Mail): TimelineEntry {
  const isSettled = mail.state === 'sent' || mail.state === 'failed';
  // `Account email` and `Ticket email` are never about an order.
  const title = `${MAIL_NAMES[mail.kind]} emailed`;
  return {
    at: (mail.settledAt ?? mail.createdAt).toISOString(),
    service: 'svc-support',
    kind: 'mail',
    title: mail.state === 'sent' ? title : `${title}: ${isSettled ? failureOf(mail) : 'waits'}`,
    detail: `${maskEmail(mail.to)}${mail.error ? `, ${mail.error.slice(0, 200)}` : ''}`,
    state: isSettled ? stateOf(mail) : 'waiting',
    traceId: traceIdOf(mail.traceparent) ?? null,
    subjectId: mail._id,
    action: null,
  };
}

const failureOf = ({ cause, isWithdrawn }: Mail) =>
  isWithdrawn ? 'withdrawn' : FAILURES[cause ?? 'refused'];

function stateOf({ state, isWithdrawn }: Mail): TimelineEntry['state'] {
  if (state === 'sent') return 'ok';
  return isWithdrawn ? 'warning' : 'failed';
}
