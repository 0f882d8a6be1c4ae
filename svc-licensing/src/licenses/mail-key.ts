import { canonicalEmail } from '@leadping/contracts/email-address';
import type { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { QueryFilter } from 'mongoose';
import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { emailCorrectedEntry, resendEntry } from './license-events.ts';
import type { License } from './license.model.ts';
import { isIssued } from './republish.ts';

/** Has the key mailed again. @throws {DomainError} NOT_FOUND, or CONFLICT for a license that is not active. */
export async function resendKey(context: Context, filter: QueryFilter<License>): Promise<void> {
  const license = await getActive(context, filter);
  await context.licenses.updateOne(
    { _id: license._id },
    { $push: { outbox: resendEntry(license, randomUUID()) }, $unset: { mail: 1 } },
  );
  context.relay.flush();
}

/**
 * Gives a license the right address and has its key mailed there; also where the address is the same as before.
 * @throws {DomainError} NOT_FOUND, or CONFLICT for a license that is not active.
 */
export async function correctEmail(
  context: Context,
  filter: QueryFilter<License>,
  email: string,
): Promise<void> {
  const { licenses, relay, record } = context;
  const license = await getActive(context, filter);
  const corrected = { ...license, email, emailKey: canonicalEmail(email) };
  const requestId = randomUUID();
  await licenses.updateOne(
    { _id: license._id },
    {
      $set: { email, emailKey: corrected.emailKey },
      // What support settles of the mail before says nothing about this one.
      $unset: { mail: 1, republishAt: 1 },
      $push: {
        outbox: { $each: [resendEntry(corrected, requestId), emailCorrectedEntry(corrected, requestId)] },
      },
    },
  );
  relay.flush();
  const data = { licenseId: String(license._id) };
  record({ level: 'info', category: 'license', message: 'Address of a license corrected', data });
}

async function getActive({ licenses }: Context, filter: QueryFilter<License>) {
  const license = await licenses.findOne(filter).select({ devices: 0, outbox: 0 }).lean();
  if (!license || !isIssued(license)) throw new DomainError('NOT_FOUND', 'There is no such license.');
  if (license.status !== 'active') {
    throw new DomainError('CONFLICT', 'This license is not active, so its key is not mailed.');
  }
  return license;
}

/** Support has mailed the key, or never will: the license is not published again and shows what became of it. */
export async function settleMail(
  { licenses }: Pick<Context, 'licenses'>,
  { licenseId, email, outcome, error }: PayloadOf<typeof licenseMailSettled>,
): Promise<void> {
  await licenses.updateOne(
    { _id: licenseId, emailKey: canonicalEmail(email) },
    { $set: { mail: { outcome, error, settledAt: new Date() } }, $unset: { republishAt: 1 } },
  );
}
