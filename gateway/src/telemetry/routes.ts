import { recordAnalytics, reportClientError, type AnalyticsBatch } from '@leadping/contracts/telemetry';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { RecordLog } from '@leadping/service-kit/messaging/system-log';
import { networkOf } from '../http/network.ts';
import type { Health } from '../releases/health.ts';
import type { Registry } from '../releases/registry.ts';
import { servedBuilds } from '../releases/release-state.ts';
import { isVital } from '../releases/vitals.ts';
import type { DailyCount } from './analytics.model.ts';
import { repeatLimit } from '../counting/repeat-limit.ts';
import type { Tally } from '../counting/tally.ts';

type AnalyticsEvent = AnalyticsBatch['events'][number];

/** One address speaks for at most so many failures of a version in a minute: nobody rolls a release back alone. */
const MAX_ERRORS_OF_ONE = 3;
const MAX_LABEL_LENGTH = 120;

/** What pages tell: errors and measurements by app and version, and what visitors do, in counts. */
export function registerTelemetry(
  route: RegisterRoute,
  parts: {
    registry: Registry;
    health: Health;
    counts: Tally<Omit<DailyCount, '_id' | 'count' | 'values'>>;
    record: RecordLog;
  },
): void {
  const { registry, health, counts, record } = parts;
  const isServed = (name: string, version: string) =>
    servedBuilds(registry.current()).some((build) => build.name === name && build.version === version);
  const fromOne = repeatLimit(MAX_ERRORS_OF_ONE);
  const ofOneKind = repeatLimit(1);

  route(reportClientError, ({ body, request }) => {
    const { app, version, message, path } = body;
    if (!isServed(app, version)) return { message: 'Noted' };
    if (fromOne(`${networkOf(request.ip)} ${app}@${version}`)) health.countError({ name: app, version });
    if (ofOneKind(`${app}@${version} ${message}`)) {
      record({
        level: 'error',
        category: 'client',
        message: `${app}@${version}: ${message}`.slice(0, 500),
        data: { app, version, path, stack: body.stack ?? null },
      });
    }
    return { message: 'Noted' };
  });

  const count = ({ name, category = '', label = '', app, value, currency }: AnalyticsEvent, day: string) => {
    const fixed = { day, name, category, label: label.slice(0, MAX_LABEL_LENGTH), app };
    const sum =
      value === undefined ? {} : { [`values.${currency?.replaceAll(/[^A-Z]/g, '') || 'none'}`]: value };
    counts.add([day, name, category, fixed.label, app].join('\u0000'), fixed, { count: 1, ...sum });
  };

  route(recordAnalytics, ({ body }) => {
    const day = new Date().toISOString().slice(0, 10);
    for (const event of body.events) {
      const { name, category, value, app, version } = event;
      if (name === 'web_vital') {
        if (isVital(category) && value !== undefined && isServed(app, version)) {
          health.countVital({ name: app, version }, category, value);
        }
      } else count(event, day);
    }
    return { message: 'Noted' };
  });
}
