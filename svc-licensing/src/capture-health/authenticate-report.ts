import { REPORTS_PER_HOUR } from '@leadping/contracts/licensing/capture-report-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import { durationText } from '@leadping/service-kit/durations';
import type { LicensingContext } from '../context.ts';
import { upsertCount } from './upsert-count.ts';

const HOUR_MS = 3_600_000;

type Context = Pick<LicensingContext, 'tokens' | 'vault' | 'captureReporters' | 'clock'>;

/**
 * Finds out which license reports, and counts the report against its hour.
 * @returns a pseudonym of the license for this day
 * @throws {DomainError} INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function authenticateReport(context: Context, token: string): Promise<string> {
  const now = context.clock.now();
  const claims = await context.tokens.verify(token, new Date(now));
  if (claims === null)
    throw new DomainError('INVALID_CREDENTIALS', 'The license token is invalid or expired.');
  const { licenseId } = claims;
  const hour = Math.floor(now / HOUR_MS);
  const endsAt = (hour + 1) * HOUR_MS;
  const reporter = await upsertCount(() =>
    context.captureReporters
      .findByIdAndUpdate(
        context.vault.indexOf(`reports of ${licenseId} in hour ${hour}`),
        { $inc: { reports: 1 }, $setOnInsert: { expiresAt: new Date(endsAt) } },
        { upsert: true, returnDocument: 'after' },
      )
      .orFail()
      .lean(),
  );
  if (reporter.reports > REPORTS_PER_HOUR) {
    const retryAfter = Math.max(1, Math.ceil((endsAt - now) / 1000));
    throw new DomainError(
      'RATE_LIMITED',
      `Too many reports. Please try again in ${durationText(retryAfter)}.`,
      { retryAfter },
    );
  }
  const day = new Date(now).toISOString().slice(0, 10);
  return context.vault.indexOf(`reporter ${licenseId} on ${day}`).slice(0, 16);
}
