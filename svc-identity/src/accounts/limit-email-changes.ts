import { DomainError } from '@leadping/service-kit/domain-error';
import { durationText } from '@leadping/service-kit/durations';
import type { IdentityContext } from '../context.ts';
import type { User } from '../users/user.model.ts';

/** Each change has a mail sent to an address that may be a stranger's. */
const MAX_CHANGES = 5;
const WINDOW_MS = 3_600_000;

/**
 * When the account changed its own email within the hour, with a change that is made now.
 * @throws {DomainError} RATE_LIMITED
 */
export function limitEmailChanges(
  { clock }: Pick<IdentityContext, 'clock'>,
  { emailChanges = [] }: Pick<User, 'emailChanges'>,
): Date[] {
  const now = clock.now();
  const recent = emailChanges.filter((at) => at.getTime() > now - WINDOW_MS);
  const [oldest] = recent;
  if (!oldest || recent.length < MAX_CHANGES) return [...recent, new Date(now)];
  const retryAfter = Math.ceil((oldest.getTime() + WINDOW_MS - now) / 1000);
  throw new DomainError(
    'RATE_LIMITED',
    `You changed your email ${MAX_CHANGES} times within an hour. Please try again in ${durationText(retryAfter)}.`,
    { retryAfter },
  );
}
