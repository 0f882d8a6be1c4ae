import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { DomainError } from '@leadping/service-kit/domain-error';
import { createHash } from 'node:crypto';
import type { LicensingContext } from '../context.ts';
import { issueLicense, type LicenseDraft } from './issue-license.ts';
import type { IssuedLicense } from './license.model.ts';
import { isIssued } from './is-issued.ts';

/** A repeat of a request, as its sender names it: scoped to the sender, so that nobody meets another's. */
export interface Repeatable {
  sender: string;
  idempotencyKey: string | undefined;
}

/**
 * Makes a license that somebody asked for. The same idempotency key returns the license that it made before.
 * @throws {DomainError} IDEMPOTENCY_MISMATCH where the key was used for another request.
 */
export async function issueOnRequest(
  licensing: LicensingContext,
  draft: LicenseDraft,
  repeatable: Repeatable,
): Promise<{ license: IssuedLicense; isRepeat: boolean }> {
  const requestKey = requestKeyOf(repeatable);
  const repeat = requestKey === undefined ? {} : { requestKey, requestHash: hashOf(draft) };
  try {
    return { license: await issueLicense(licensing, { ...draft, ...repeat }), isRepeat: false };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const earlier = await findEarlier(licensing, draft, repeatable);
    if (!earlier) throw error;
    return { license: earlier, isRepeat: true };
  }
}

/** The license that this request made before, if it did. */
export async function findEarlier(
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
