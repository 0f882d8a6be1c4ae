import { CURRENCIES } from '@leadping/contracts/currency';
import { findPattern } from '@leadping/contracts/route-match';
import type { AnalyticsBatch } from '@leadping/contracts/telemetry';
import { distinctPerDay } from '../counting/distinct-per-day.ts';
import type { Tally } from '../counting/tally.ts';
import type { Registry } from '../releases/registry.ts';
import { servedBuilds } from '../releases/release-state.ts';
import type { DailyCount } from './analytics.model.ts';

type AnalyticsEvent = AnalyticsBatch['events'][number];

const MAX_LABEL_LENGTH = 120;
/** Maximum documents per app, event, day and instance. Others are counted together. */
const MAX_LABELS_A_DAY = 200;
const OTHER = '(other)';
/** Retention that allows comparing a month with the same month of the previous year. */
const ANALYTICS_MS = 400 * 24 * 3600 * 1000;

export type CountedOf = Omit<DailyCount, '_id' | 'count' | 'values'>;

/** Counts what visitors do, by day, app and page. Invented names are counted together. */
export function analyticsCounter(registry: Registry, counts: Tally<CountedOf>) {
  const labelOf = dailyLabels(registry);
  return (event: AnalyticsEvent, day: string) => {
    const { name, app, value, currency } = event;
    const category = name === 'page_view' ? '' : (event.category ?? '').slice(0, 40);
    const known = CATEGORIES.has(category) ? category : OTHER;
    const label = labelOf(event, day);
    const expiresAt = new Date(Date.parse(day) + ANALYTICS_MS);
    const sum = value === undefined ? {} : { [`values.${isCurrency(currency) ? currency : 'none'}`]: value };
    const id = [day, name, known, label, app].join('\u0000');
    counts.add(id, { day, name, category: known, label, app, expiresAt }, { count: 1, ...sum });
  };
}

function dailyLabels(registry: Registry) {
  /** Groups pages by their route, so that invented addresses count as one. */
  const patternOf = (path: string) => {
    const routes = servedBuilds(registry.current()).flatMap((build) => build.routes);
    return findPattern(routes, path, (entry) => entry.path)?.path ?? OTHER;
  };

  const isKeptApart = distinctPerDay(MAX_LABELS_A_DAY);
  return ({ name, label = '', app }: AnalyticsEvent, day: string) => {
    const given = name === 'page_view' ? patternOf(label) : label.slice(0, MAX_LABEL_LENGTH);
    return isKeptApart(day, `${app} ${name}`, given) ? given : OTHER;
  };
}

const CATEGORIES: ReadonlySet<string> = new Set(['', 'ecommerce']);
const isCurrency = (text: string | undefined) => CURRENCIES.some((code) => code === text);
