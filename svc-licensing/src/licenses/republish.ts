import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { issuedEntry } from './license-events.ts';
import type { Issue, IssuedLicense, License } from './license.model.ts';

const FIRST_WAIT_MS = 60_000;
const MAX_WAIT_MS = 3600_000;
const BATCH = 100;

export function firstRepublishAt(issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + FIRST_WAIT_MS);
}

/** Publishes every license again whose mail support has not settled in time: its event may be lost with NATS's store. */
export async function republishUnsettled(licensing: LicensingContext): Promise<void> {
  const { licenses, record } = licensing;
  const due = await licenses
    .find({ republishAt: trusted({ $lte: new Date() }) })
    .sort({ republishAt: 1 })
    .limit(BATCH)
    .lean();
  for (const license of due.filter(isIssued)) await republish(licensing, license);
  if (due.length > 0) {
    record({
      level: 'warning',
      category: 'license',
      message: 'Licenses published again whose mail is not settled',
      data: { licenses: due.length },
    });
  }
}

/** The same event with the same id: whoever had it already does nothing. */
export async function republish(
  { licenses, relay }: Pick<LicensingContext, 'licenses' | 'relay'>,
  license: IssuedLicense,
): Promise<void> {
  const entry = issuedEntry(license);
  const wait = Math.min(FIRST_WAIT_MS * 2 ** license.publishCount, MAX_WAIT_MS);
  await licenses.updateOne(
    { _id: license._id, 'outbox.id': trusted({ $ne: entry.id }) },
    {
      $set: { republishAt: new Date(Date.now() + wait) },
      $inc: { publishCount: 1 },
      $push: { outbox: entry },
    },
  );
  relay.flush();
}

export function isIssued<L extends License>(license: L): license is L & Issue {
  return license.keyIndex !== undefined;
}
