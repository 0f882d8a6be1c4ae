import type { CaptureCount, reportCaptures } from '@leadping/contracts/licensing/capture-report-routes';
import type { RequestOf } from '@leadping/contracts/route';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { findNewest } from '../selectors/save-selectors.ts';
import { authenticateReport } from './authenticate-report.ts';
import { LICENSES_KEPT } from './capture-window.model.ts';
import { raiseAlert, WINDOW_MS } from './raise-alert.ts';
import { upsertCount } from './upsert-count.ts';

/** Rows of a day. The site has a handful of layouts: invented ones must not fill the collection. */
const MAX_ROWS_A_DAY = 1000;

/**
 * Counts the presses of a report, and raises an alert if a layout fails.
 * @throws {DomainError} VALIDATION_FAILED for a version that was never published, INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function recordCaptures(
  licensing: LicensingContext,
  { token, extension, captures }: RequestOf<typeof reportCaptures>['body'],
): Promise<void> {
  const license = await authenticateReport(licensing, token);
  const newest = (await findNewest(licensing))?._id ?? 0;
  const unknown = captures.find(({ version }) => version > newest);
  if (unknown) throw new DomainError('VALIDATION_FAILED', `There is no version ${unknown.version}.`);
  const now = licensing.clock.now();
  for (const capture of captures) {
    if (!(await countDay(licensing, capture, extension, now))) continue;
    await countWindow(licensing, capture, license, now);
    await raiseAlert(licensing, capture.layout, now);
  }
}

/** @returns whether there was room for it. */
async function countDay(
  { captureCounts }: LicensingContext,
  capture: CaptureCount,
  extension: string,
  now: number,
): Promise<boolean> {
  const { layout, version } = capture;
  const date = new Date(now).toISOString().slice(0, 10);
  const day = new Date(`${date}T00:00:00Z`);
  const _id = `${date}/${layout}/${version}/${extension}`;
  const counted = await captureCounts.updateOne({ _id }, { $inc: increments(capture) });
  if (counted.matchedCount > 0) return true;
  if ((await captureCounts.countDocuments({ day })) >= MAX_ROWS_A_DAY) return false;
  await upsertCount(() =>
    captureCounts.updateOne(
      { _id },
      { $inc: increments(capture), $setOnInsert: { day, layout, version, extension } },
      { upsert: true },
    ),
  );
  return true;
}

async function countWindow(
  { captureWindows }: LicensingContext,
  capture: CaptureCount,
  license: string,
  now: number,
): Promise<void> {
  const begin = new Date(Math.floor(now / WINDOW_MS) * WINDOW_MS);
  const _id = `${begin.toISOString()}/${capture.layout}`;
  await upsertCount(() =>
    captureWindows.updateOne(
      { _id },
      { $inc: increments(capture), $setOnInsert: { begin, layout: capture.layout } },
      { upsert: true },
    ),
  );
  const hasRoom = { [`licenses.${LICENSES_KEPT - 1}`]: trusted({ $exists: false }) };
  await captureWindows.updateOne({ _id, ...hasRoom }, { $addToSet: { licenses: license } });
}

function increments({ presses, failures }: CaptureCount): Record<string, number> {
  const failed = Object.entries(failures).map(([field, count]) => [`failures.${field}`, count] as const);
  return { presses, ...Object.fromEntries(failed) };
}
