import { canonicalEmail } from '@leadping/contracts/email-address';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { QueryFilter } from 'mongoose';
import { randomUUID } from 'node:crypto';
import type { LicensingContext } from '../context.ts';
import { emailCorrectedEntry, resendEntry } from './license-events.ts';
import type { License } from './license.model.ts';
import { isIssued } from './is-issued.ts';

/** Has the key mailed again. @throws {DomainError} NOT_FOUND, or CONFLICT for a license that is not active. */
export async function resendKey(licensing: LicensingContext, filter: QueryFilter<License>): Promise<void> {
  const license = await getActive(licensing, filter);
  await licensing.licenses.updateOne(
    { _id: license._id },
    { $push: { outbox: resendEntry(license, randomUUID()) }, $unset: { mail: 1 } },
  );
  licensing.relay.flush();
}

/**
 * Gives a license the right address and has its key mailed there; also where the address is the same as before.
 * @throws {DomainError} NOT_FOUND, or CONFLICT for a license that is not active.
 */
export async function correctEmail(
  licensing: LicensingContext,
  filter: QueryFilter<License>,
  email: string,
): Promise<void> {
  const { licenses, relay, record, clock } = licensing;
  const license = await getActive(licensing, filter);
  const corrected = { ...license, email, emailKey: canonicalEmail(email) };
  const requestId = randomUUID();
  recordChange({ target: String(license._id), before: { email: license.email }, after: { email } });
  await licenses.updateOne(
    { _id: license._id },
    {
      $set: { email, emailKey: corrected.emailKey },
      // What support settles of the mail before says nothing about this one.
      $unset: { mail: 1, republishAt: 1 },
      $push: {
        outbox: {
          $each: [
            resendEntry(corrected, requestId),
            emailCorrectedEntry(corrected, { requestId, correctedAt: new Date(clock.now()) }),
          ],
        },
      },
    },
  );
  relay.flush();
  const data = { licenseId: String(license._id) };
  record({ level: 'info', category: 'license', message: 'Address of a license corrected', data });
}

async function getActive({ licenses }: LicensingContext, filter: QueryFilter<License>) {
  const license = await licenses.findOne(filter).select({ devices: 0, outbox: 0 }).lean();
  if (!license || !isIssued(license)) throw new DomainError('NOT_FOUND', 'There is no such license.');
  if (license.status !== 'active') {
    throw new DomainError('CONFLICT', 'This license is not active, so its key is not mailed.');
  }
  return license;
}
