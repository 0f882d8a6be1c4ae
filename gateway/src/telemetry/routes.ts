import type { Actor } from '@leadping/contracts/actor';
import type { BuildManifest } from '@leadping/contracts/release';
import { COUNTED_EVENTS, recordAnalytics, reportClientError } from '@leadping/contracts/telemetry';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { RecordLog } from '@leadping/service-kit/messaging/system-log';
import { providerOf, siteOf } from '@leadping/service-kit/http/network';
import type { PageTokens } from '../http/page-token.ts';
import type { Evidence } from '../releases/evidence.ts';
import type { Health } from '../releases/health.ts';
import type { Registry } from '../releases/registry.ts';
import { servedBuilds, SHELL } from '../releases/release-state.ts';
import { isVital } from '../releases/vitals.ts';
import { analyticsCounter, type CountedOf } from './count-analytics.ts';
import { repeatLimit } from '../counting/repeat-limit.ts';
import type { Tally } from '../counting/tally.ts';

/** Maximum failures of a version that one network can add to the dashboards per minute. */
const MAX_ERRORS_OF_ONE = 3;
/** Maximum log lines per version and hour, so that invented messages cannot fill the logs. */
const MAX_LOGS_OF_BUILD = 30;
const HOUR_MS = 3600 * 1000;
/** Registers the reports of pages: errors and measurements by app and version, and counts of what visitors do. */
export function registerTelemetry(
  route: RegisterRoute,
  parts: {
    registry: Registry;
    health: Health;
    evidence: Evidence;
    pages: PageTokens;
    counts: Tally<CountedOf>;
    record: RecordLog;
  },
): void {
  const { registry, health, evidence, pages, counts, record } = parts;
  const served = () => servedBuilds(registry.current());
  const count = analyticsCounter(registry, counts);
  const servedBuild = (name: string, version: string) =>
    served().find((build) => build.name === name && build.version === version);
  const fromOne = repeatLimit(MAX_ERRORS_OF_ONE);
  const ofOneKind = repeatLimit(1);
  const ofOneBuild = repeatLimit(MAX_LOGS_OF_BUILD, HOUR_MS);

  route(reportClientError, ({ body, request, actor }) => {
    const { app, version, message, path, pageToken } = body;
    const build = servedBuild(app, version);
    if (!build) return { message: 'Noted' };
    const id = `${app}@${version}`;
    const view = pageToken === undefined ? null : pages.verify(pageToken, request.ip);
    if (view !== null && hasPageFor(build, actor)) {
      evidence.add(build, { site: providerOf(request.ip), userId: actor?.userId ?? null, message });
      if (fromOne(`${siteOf(request.ip)} ${id}`)) health.countError(build);
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

  route(recordAnalytics, ({ body }) => {
    const day = new Date().toISOString().slice(0, 10);
    for (const event of body.events) {
      const { name, category, value, app, version } = event;
      if (!isCounted(name) || !served().some((build) => build.name === app)) continue;
      if (name !== 'web_vital') count(event, day);
      else if (isVital(category) && value !== undefined && servedBuild(app, version)) {
        health.countVital({ name: app, version }, category, value);
      }
    }
    return { message: 'Noted' };
  });
}

/** Whether the user has access to a page of the app. Failures reported by others cannot roll it back. */
function hasPageFor({ name, routes, views }: BuildManifest, actor: Actor | null): boolean {
  if (name === SHELL) return true;
  return [...routes, ...views].some(({ roles }) => !roles || (actor !== null && roles.includes(actor.role)));
}

const isCounted = (name: string) => COUNTED_EVENTS.some((counted) => counted === name);
