import { CURRENCIES } from '@leadping/contracts/currency';
import { findPattern } from '@leadping/contracts/route-match';
import {
  COUNTED_EVENTS,
  recordAnalytics,
  reportClientError,
  type AnalyticsBatch,
} from '@leadping/contracts/telemetry';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { RecordLog } from '@leadping/service-kit/messaging/system-log';
import { siteOf } from '@leadping/service-kit/http/network';
import type { PageTokens } from '../http/page-token.ts';
import type { Evidence } from '../releases/evidence.ts';
import type { Health } from '../releases/health.ts';
import type { Registry } from '../releases/registry.ts';
import { servedBuilds } from '../releases/release-state.ts';
import { isVital } from '../releases/vitals.ts';
import type { DailyCount } from './analytics.model.ts';
import { repeatLimit } from '../counting/repeat-limit.ts';
import type { Tally } from '../counting/tally.ts';

type AnalyticsEvent = AnalyticsBatch['events'][number];

/** Failures of a version that one network adds to what the dashboards show, a minute. */
const MAX_ERRORS_OF_ONE = 3;
/** Lines of one version in the system logs, an hour: whoever makes up messages fills nothing. */
const MAX_LOGS_OF_BUILD = 30;
const HOUR_MS = 3600 * 1000;
const MAX_LABEL_LENGTH = 120;
/** Documents of one app and event a day and instance; what is beyond is counted together. */
const MAX_LABELS_A_DAY = 200;
const OTHER = '(other)';
/** Long enough to compare a month with the same one a year before. */
const ANALYTICS_MS = 400 * 24 * HOUR_MS;

type Fixed = Omit<DailyCount, '_id' | 'count' | 'values'>;

/** What pages report: errors and measurements by app and version, and what visitors do, in counts. */
export function registerTelemetry(
  route: RegisterRoute,
  parts: {
    registry: Registry;
    health: Health;
    evidence: Evidence;
    pages: PageTokens;
    counts: Tally<Fixed>;
    record: RecordLog;
  },
): void {
  const { registry, health, evidence, pages, counts, record } = parts;
  const served = () => servedBuilds(registry.current());
  const isServed = (name: string, version: string) =>
    served().some((build) => build.name === name && build.version === version);
  const fromOne = repeatLimit(MAX_ERRORS_OF_ONE);
  const ofOneKind = repeatLimit(1);
  const ofOneBuild = repeatLimit(MAX_LOGS_OF_BUILD, HOUR_MS);

  route(reportClientError, ({ body, request }) => {
    const { app, version, message, path, pageToken } = body;
    if (!isServed(app, version)) return { message: 'Noted' };
    const build = { name: app, version };
    const id = `${app}@${version}`;
    const site = siteOf(request.ip);
    const view = pageToken === undefined ? null : pages.verify(pageToken, request.ip);
    if (view !== null) {
      evidence.add(build, { site, view, message });
      if (fromOne(`${site} ${id}`)) health.countError(build);
    }
    if (ofOneKind(`${id} ${message}`) && ofOneBuild(id)) {
      record({
        level: 'error',
        category: 'client',
        message: `${id}: ${message}`.slice(0, 500),
        data: { app, version, path, stack: body.stack ?? null },
      });
    }
    return { message: 'Noted' };
  });

  let labelDay = '';
  const labels = new Map<string, Set<string>>();
  const labelOf = ({ name, label = '', app }: AnalyticsEvent, day: string) => {
    if (day !== labelDay) labels.clear();
    labelDay = day;
    const given = name === 'page_view' ? patternOf(label) : label.slice(0, MAX_LABEL_LENGTH);
    const known = labels.get(`${app} ${name}`) ?? new Set();
    labels.set(`${app} ${name}`, known);
    if (known.size >= MAX_LABELS_A_DAY && !known.has(given)) return OTHER;
    known.add(given);
    return given;
  };
  /** Pages by their route: addresses that visitors make up are one. */
  const patternOf = (path: string) => {
    const routes = served().flatMap((build) => build.routes);
    return findPattern(routes, path, (entry) => entry.path)?.path ?? OTHER;
  };

  const count = (event: AnalyticsEvent, day: string) => {
    const { name, app, value, currency } = event;
    const category = name === 'page_view' ? '' : (event.category ?? '').slice(0, 40);
    const known = CATEGORIES.has(category) ? category : OTHER;
    const label = labelOf(event, day);
    const expiresAt = new Date(Date.parse(day) + ANALYTICS_MS);
    const sum = value === undefined ? {} : { [`values.${isCurrency(currency) ? currency : 'none'}`]: value };
    const id = [day, name, known, label, app].join('\u0000');
    counts.add(id, { day, name, category: known, label, app, expiresAt }, { count: 1, ...sum });
  };

  route(recordAnalytics, ({ body }) => {
    const day = new Date().toISOString().slice(0, 10);
    for (const event of body.events) {
      const { name, category, value, app, version } = event;
      if (!isCounted(name) || !served().some((build) => build.name === app)) continue;
      if (name !== 'web_vital') count(event, day);
      else if (isVital(category) && value !== undefined && isServed(app, version)) {
        health.countVital({ name: app, version }, category, value);
      }
    }
    return { message: 'Noted' };
  });
}

const CATEGORIES: ReadonlySet<string> = new Set(['', 'ecommerce']);
const isCounted = (name: string) => COUNTED_EVENTS.some((counted) => counted === name);
const isCurrency = (text: string | undefined) => CURRENCIES.some((code) => code === text);
