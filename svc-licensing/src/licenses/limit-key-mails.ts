import { DomainError } from '@leadping/service-kit/domain-error';
import { durationText } from '@leadping/service-kit/durations';
import type { LicensingContext } from '../context.ts';
import type { License } from './license.model.ts';

/** Each goes to an address that may be a stranger's. */
const MAX_MAILS = 10;
const WINDOW_MS = 3_600_000;

/**
 * When somebody had the key of this license mailed within the hour, with a mail that is ordered now.
 * @throws {DomainError} RATE_LIMITED
 */
export function limitKeyMails(
  { clock }: Pick<LicensingContext, 'clock'>,
  { keyMails = [] }: Pick<License, 'keyMails'>,
): Date[] {
  const now = clock.now();
  const recent = keyMails.filter((at) => at.getTime() > now - WINDOW_MS);
  const [oldest] = recent;
  if (!oldest || recent.length < MAX_MAILS) return [...recent, new Date(now)];
  const retryAfter = Math.ceil((oldest.getTime() + WINDOW_MS - now) / 1000);
  throw new DomainError(
    'RATE_LIMITED',
    `The key of this license was emailed ${MAX_MAILS} times within an hour. Please try again in ${durationText(retryAfter)}.`,
    { retryAfter },
  );
}
