import {
  LAYOUTS_PER_PAGE,
  type getCaptureHealth,
  type LayoutHealth,
} from '@leadping/contracts/licensing/capture-report-routes';
import type { ReplyOf, RequestOf } from '@leadping/contracts/route';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { addUp } from './add-up.ts';
import type { CaptureCount } from './capture-count.model.ts';

const DAY_MS = 24 * 3_600_000;
const MAX_ALERTS = 20;

/** Sums the counts. A month has a few thousand rows at most. */
export async function readHealth(
  {
    captureCounts,
    captureAlerts,
    clock,
  }: Pick<LicensingContext, 'captureCounts' | 'captureAlerts' | 'clock'>,
  { days, page }: RequestOf<typeof getCaptureHealth>['query'],
): Promise<ReplyOf<typeof getCaptureHealth>> {
  const today = Math.floor(clock.now() / DAY_MS) * DAY_MS;
  const since = trusted({ $gte: new Date(today - (days - 1) * DAY_MS) });
  const [rows, alerts] = await Promise.all([
    captureCounts.find({ day: since }).lean(),
    captureAlerts.find({ at: since }).sort({ at: -1 }).limit(MAX_ALERTS).lean(),
  ]);
  const layouts = [...groupBy(rows, ({ layout }) => layout)]
    .map(([layout, ofLayout]) => layoutHealth(layout, ofLayout))
    .sort((one, other) => other.presses - one.presses || one.layout.localeCompare(other.layout));
  const first = (page - 1) * LAYOUTS_PER_PAGE;
  return {
    total: addUp(rows),
    layoutCount: layouts.length,
    layouts: layouts.slice(first, first + LAYOUTS_PER_PAGE),
    alerts: alerts.map(({ layout, at, presses, licenses, failures, fields }) => ({
      layout,
      at: at.toISOString(),
      presses,
      licenses,
      failures,
      fields,
    })),
  };
}

function layoutHealth(layout: string, rows: readonly CaptureCount[]): LayoutHealth {
  const days = [...groupBy(rows, ({ day }) => day.toISOString().slice(0, 10))]
    .map(([day, ofDay]) => ({ day, ...addUp(ofDay) }))
    .sort((one, other) => one.day.localeCompare(other.day));
  const numeric = new Intl.Collator('en', { numeric: true });
  return {
    layout,
    ...addUp(rows),
    days,
    versions: [...new Set(rows.map(({ version }) => version))].sort((one, other) => other - one),
    extensions: [...new Set(rows.map(({ extension }) => extension))].sort((one, other) =>
      numeric.compare(other, one),
    ),
  };
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
