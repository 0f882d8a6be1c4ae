import { BRAND } from '@leadping/contracts/brand';
import { TRIAL_DAYS } from '@leadping/contracts/licensing/trial-routes';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { issueLicense } from '../licenses/issue-license.ts';
import type { Trial } from './trial.model.ts';

const BATCH = 50;
const TRIAL_MS = TRIAL_DAYS * 24 * 3_600_000;

/** Issues the licenses of requested trials, whose keys support mails. */
export async function issueTrials(licensing: LicensingContext): Promise<void> {
  const waiting = await licensing.trials
    .find({ handledAt: trusted({ $exists: false }) })
    .sort({ requestedAt: 1 })
    .limit(BATCH)
    .lean();
  for (const trial of waiting) await issueTrial(licensing, trial);
}

async function issueTrial(licensing: LicensingContext, { _id, email = '' }: Trial): Promise<void> {
  const { trials, record, clock } = licensing;
  const now = clock.now();
  try {
    const { _id: licenseId } = await issueLicense(licensing, {
      email,
      origin: 'manual',
      seller: { resellerId: null, businessName: BRAND.name },
      requestKey: `trial:${_id}`,
      trialEndsAt: new Date(now + TRIAL_MS),
    });
    const data = { licenseId: String(licenseId) };
    record({ level: 'info', category: 'license', message: 'Trial issued', data });
  } catch (error) {
    // After a crash before the write below, or by another instance.
    if (!isDuplicateKey(error)) throw error;
  }
  await trials.updateOne({ _id }, { $set: { handledAt: new Date(now) }, $unset: { email: 1 } });
}
