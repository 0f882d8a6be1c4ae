import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { limitAnHour } from '@leadping/service-kit/limit-an-hour';
import { randomUUID } from 'node:crypto';
import type { LicensingContext } from '../context.ts';
import { addressKeyEntry, changeAddress } from './change-address.ts';
import { emailCorrectedEntry, resendEntry } from './license-events.ts';
import { isIssued } from './is-issued.ts';
import { licensesOf, type LicenseScope } from './license-scope.ts';
import type { License } from './license.model.ts';

/** Limited because the address may be a stranger's. */
const LIMIT = { most: 10, what: 'The key of this license was emailed' };

/**
 * Requests another mail with the key.
 * @throws {DomainError} NOT_FOUND, RATE_LIMITED, or CONFLICT if the license is not active
 */
export async function resendKey(licensing: LicensingContext, scope: LicenseScope, id: string): Promise<void> {
  for (;;) {
    const license = await getActive(licensing, scope, id);
    const { matchedCount } = await licensing.licenses.updateOne(
      // Optimistic locking: retry if the license was corrected or revoked meanwhile.
      { _id: license._id, version: license.version },
      {
        $set: { keyMails: limitKeyMails(licensing, license) },
        $inc: { version: 1 },
        $push: { outbox: resendEntry(license, randomUUID()) },
        $unset: { mail: 1 },
      },
    );
    if (matchedCount > 0) break;
  }
  licensing.relay.flush(licensing.licenses);
}

/**
 * Corrects the address of a license and has its key mailed there, even if the address did not change. Another address gets a
 * new key, because the previous one was mailed the old key, and all devices are signed out.
 * @throws {DomainError} NOT_FOUND, RATE_LIMITED, or CONFLICT if the license is not active
 */
export async function correctEmail(
  licensing: LicensingContext,
  scope: LicenseScope,
  id: string,
  email: string,
): Promise<void> {
  const { licenses, recent, relay, record, clock } = licensing;
  for (;;) {
    const license = await getActive(licensing, scope, id);
    const change = changeAddress(licensing, license, email);
    const corrected = { ...license, ...change.set };
    const requestId = randomUUID();
    const correctedAt = new Date(clock.now());
    const { matchedCount } = await licenses.updateOne(
      // Optimistic locking: retry if the license was corrected or revoked meanwhile.
      { _id: license._id, version: license.version },
      {
        $set: {
          ...change.set,
          emailCorrectedAt: correctedAt,
          keyMails: limitKeyMails(licensing, license),
        },
        // Makes concurrent writers read the license again.
        $inc: { version: 1 },
        // The outcome of the previous mail does not apply to this one.
        $unset: { mail: 1, republishAt: 1, ...change.unset },
        $push: {
          outbox: {
            $each: [
              change.isOther ? addressKeyEntry(corrected) : resendEntry(corrected, requestId),
              emailCorrectedEntry(corrected, { requestId, correctedAt }),
            ],
          },
        },
      },
    );
    if (matchedCount === 0) continue;
    recent.forget(license.keyIndex);
    recordChange({ target: String(license._id), before: { email: license.email }, after: { email } });
    break;
  }
  relay.flush(licenses);
  const data = { licenseId: id };
  record({ level: 'info', category: 'license', message: 'Email address of a license corrected', data });
}

/**
 * An issued license whose key works.
 * @throws {DomainError} NOT_FOUND, CONFLICT if it is not active
 */
export async function getActive({ licenses }: LicensingContext, scope: LicenseScope, id: string) {
  const license = await licenses
    .findOne({ _id: id, ...licensesOf(scope) })
    .select({ outbox: 0 })
    .lean();
  if (!license || !isIssued(license)) throw new DomainError('NOT_FOUND', 'This license does not exist.');
  if (license.status !== 'active') {
    throw new DomainError(
      'CONFLICT',
      'This license is not active, so its key cannot be emailed or replaced.',
    );
  }
  return license;
}

/**
 * Times of the key mails of the last hour, including one that is sent now.
 * @throws {DomainError} RATE_LIMITED
 */
export function limitKeyMails({ clock }: LicensingContext, { keyMails = [] }: License): Date[] {
  return limitAnHour(keyMails, clock.now(), LIMIT);
}
