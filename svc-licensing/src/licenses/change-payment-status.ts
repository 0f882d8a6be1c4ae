import { recordChange } from '@leadping/service-kit/audit/record-change';
import type { QueryFilter } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { CAUSES, resendEntry, statusEntry, type StatusReason } from './license-events.ts';
import type { License } from './license.model.ts';
import { statusOf } from './payment-status.ts';
import { isIssued } from './is-issued.ts';

type StatusChange = Partial<Pick<License, 'payment' | 'revokedAt' | 'deletedAt'>>;

/**
 * Changes the fields that decide a license's status, in one write with the event of the new status. The key of an
 * inactive license is not mailed. A key that is still to be mailed goes out with the reinstatement. Optimistic locking:
 * a writer that saw an older version reads again.
 * @returns the current license, or null without a license
 */
export async function changePaymentStatus(
  { licenses, recent, relay, record, clock }: LicensingContext,
  filter: QueryFilter<License>,
  reason: StatusReason,
  change: (license: License) => StatusChange,
): Promise<License | null> {
  for (;;) {
    const license = await licenses.findOne(filter).lean();
    if (!license) return null;
    const set = change(license);
    const next = { ...license, ...set };
    const status = statusOf(next.payment, next.revokedAt !== undefined);
    const version = license.version + 1;
    const at = new Date(clock.now());
    const isChanged = status !== license.status;
    const isPublished = isChanged && isIssued(license);
    const entry = isPublished
      ? statusEntry(license, { status, version, reason, cause: CAUSES[reason], at })
      : undefined;
    const isKeyDue = isPublished && status === 'active' && license.isKeyOwed === true;
    const isKeyOwed = isPublished && status === 'revoked' && license.mail === undefined;
    const outbox = [
      ...(entry ? [entry] : []),
      ...(isKeyDue ? [resendEntry(license, `reinstated-${version}`)] : []),
    ];
    const { matchedCount } = await licenses.updateOne(
      { _id: license._id, version: license.version },
      {
        $set: {
          ...set,
          status,
          version,
          ...(isChanged ? { statusChangedAt: at } : {}),
          ...(isKeyOwed ? { isKeyOwed } : {}),
        },
        ...(isKeyDue ? { $unset: { isKeyOwed: 1 } } : {}),
        ...(outbox.length > 0 ? { $push: { outbox: { $each: outbox } } } : {}),
      },
    );
    if (matchedCount === 0) continue;
    recordChange({
      target: String(license._id),
      before: { status: license.status },
      after: { status, reason },
    });
    if (license.keyIndex) recent.forget(license.keyIndex);
    if (entry) {
      relay.flush(licenses);
      const data = { licenseId: String(license._id), status, reason };
      record({ level: 'info', category: 'license', message: `License is ${status}`, data });
    }
    return { ...next, status, version };
  }
}
