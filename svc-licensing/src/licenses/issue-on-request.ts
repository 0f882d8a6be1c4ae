import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { unwatched } from '@leadping/service-kit/data/watch-writes';
import { DomainError } from '@leadping/service-kit/domain-error';
import { createHash } from 'node:crypto';
import type { LicensingContext } from '../context.ts';
import { returnQuota, takeQuota, type QuotaHolder } from '../quotas/quota.ts';
import { issueLicense, type LicenseDraft } from './issue-license.ts';
import type { IssuedLicense } from './license.model.ts';
import { isIssued } from './is-issued.ts';

/** An idempotency key with its sender. Keys of different senders are independent. */
export interface Repeatable {
  sender: string;
  idempotencyKey: string | undefined;
}

/**
 * Creates a license without a payment, within the requester's quota. The same idempotency key returns the existing
 * license and uses no quota.
 * @throws {DomainError} IDEMPOTENCY_MISMATCH if the key was used for another request; QUOTA_EXCEEDED,
 * LICENSE_LIMIT_REACHED
 */
export async function issueOnRequest(
  licensing: LicensingContext,
  draft: LicenseDraft,
  repeatable: Repeatable,
  holder: QuotaHolder,
): Promise<IssuedLicense> {
  const made = await findEarlier(licensing, draft, repeatable);
  if (made) return made;
  const requestKey = requestKeyOf(repeatable);
  const repeat = requestKey === undefined ? {} : { requestKey, requestHash: hashOf(draft) };
  const day = await unwatched(() => takeQuota(licensing, holder));
  try {
    return await issueLicense(licensing, { ...draft, ...repeat });
  } catch (error) {
    await unwatched(() => returnQuota(licensing, holder, day));
    const earlier = isDuplicateKey(error) ? await findEarlier(licensing, draft, repeatable) : undefined;
    if (!earlier) throw error;
    return earlier;
  }
}

/** The license that this request made before, if it did. */
async function findEarlier(
  { licenses }: Pick<LicensingContext, 'licenses'>,
  draft: LicenseDraft,
  repeatable: Repeatable,
): Promise<IssuedLicense | undefined> {
  const requestKey = requestKeyOf(repeatable);
  if (!requestKey) return undefined;
  const earlier = await licenses.findOne({ requestKey }).lean();
  if (!earlier || !isIssued(earlier)) return undefined;
  if (earlier.requestHash !== hashOf(draft)) {
    throw new DomainError('IDEMPOTENCY_MISMATCH', 'This idempotency key was used for another request.');
  }
  return earlier;
}

function requestKeyOf({ sender, idempotencyKey }: Repeatable): string | undefined {
  return idempotencyKey === undefined ? undefined : `${sender}:${idempotencyKey}`;
}

function hashOf({ email, customerBusinessName = '', notes = '' }: LicenseDraft): string {
  return createHash('sha256')
    .update(JSON.stringify([email, customerBusinessName, notes]))
    .digest('base64url');
}
