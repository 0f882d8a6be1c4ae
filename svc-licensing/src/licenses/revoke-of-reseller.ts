import { recordChange } from '@leadping/service-kit/audit/record-change';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { revokeLicense } from './revoke-license.ts';

/** Well within the time that the call may take. */
const MAX_MS = 20_000;

/**
 * Revokes all licenses of a reseller that were issued at `since` or later, whatever their origin. Each buyer gets a
 * mail.
 * @returns the number of revoked licenses, and of those left because the time limit was reached
 */
export async function revokeLicensesOfReseller(
  licensing: LicensingContext,
  resellerId: string,
  since: Date,
): Promise<{ revoked: number; left: number }> {
  const { licenses } = licensing;
  const filter = {
    'seller.resellerId': resellerId,
    issuedAt: trusted({ $gte: since }),
    revokedAt: null,
  };
  const end = Date.now() + MAX_MS;
  let revoked = 0;
  for await (const { _id } of licenses.find(filter, { _id: 1 }).sort({ _id: -1 }).lean().cursor()) {
    if (Date.now() > end) break;
    const which = { _id: String(_id) };
    await revokeLicense(
      licensing,
      { everySeller: true },
      which,
      'licenses of the reseller revoked by an admin',
    );
    revoked += 1;
  }
  const left = await licenses.countDocuments(filter);
  recordChange({ target: resellerId, before: null, after: { since: since.toISOString(), revoked, left } });
  return { revoked, left };
}
