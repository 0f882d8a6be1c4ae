import { canonicalEmail } from '@leadping/contracts/email-address';
import { Types } from 'mongoose';
import { firstRepublishAt } from '@leadping/service-kit/messaging/republish';
import { bindLogFields, currentTraceId, idsIn } from '@leadping/service-kit/telemetry/trace-context';
import type { LicensingContext } from '../context.ts';
import { generateKey } from '../keys/generate-key.ts';
import { testExpiry } from './expire-licenses.ts';
import { issuedEntry } from './license-events.ts';
import type { Issue, IssuedLicense, License } from './license.model.ts';
import { NOTHING_TAKEN_BACK } from './payment-status.ts';

export type LicenseDraft = Pick<License, 'email' | 'origin' | 'seller'> &
  Partial<
    Pick<
      License,
      'orderId' | 'requestKey' | 'requestHash' | 'purchase' | 'customerBusinessName' | 'notes' | 'trialEndsAt'
    >
  > & {
    isTest?: boolean | undefined;
  };

/**
 * Creates a license with a new key, which support mails.
 * @throws a duplicate key error if the order or the request already has a license
 */
export async function issueLicense(
  licensing: Pick<LicensingContext, 'licenses' | 'vault' | 'relay' | 'clock'>,
  { isTest, ...draft }: LicenseDraft,
): Promise<IssuedLicense> {
  const { licenses, relay, clock } = licensing;
  const _id = new Types.ObjectId();
  bindLogFields({ licenseId: _id.toHexString(), ...idsIn(draft) });
  const issue = newIssue(licensing, _id);
  const license = {
    _id,
    ...draft,
    emailKey: canonicalEmail(draft.email),
    ...issue,
    ...testExpiry({ isTest }, issue.issuedAt),
  };
  const created = await licenses.create({
    ...license,
    status: 'active',
    payment: NOTHING_TAKEN_BACK,
    republishAt: firstRepublishAt(clock),
    outbox: [issuedEntry(license)],
  });
  relay.flush(licenses);
  return { ...created.toObject(), ...issue };
}

/** A new key, as it is stored and published. */
export function newIssue(
  { vault, clock }: Pick<LicensingContext, 'vault' | 'clock'>,
  licenseId: Types.ObjectId,
): Issue {
  const licenseKey = generateKey();
  return {
    keyIndex: vault.indexOf(licenseKey),
    sealedKey: vault.seal(licenseKey, licenseId),
    issuedAt: new Date(clock.now()),
    issueTraceId: currentTraceId(),
  };
}
