import * as contracts from '@leadping/contracts/gateway/violation-routes';
import { siteOf } from '@leadping/service-kit/http/network';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import { distinctPerDay } from '../counting/distinct-per-day.ts';
import { repeatLimit } from '../counting/repeat-limit.ts';
import type { Tally } from '../counting/tally.ts';
import type { Hosts } from '../http/hosts.ts';
import type { PageTokens } from '../http/page-token.ts';
import type { Registry } from '../releases/registry.ts';
import { violationDescriber, type ViolationKind } from './describe-violation.ts';
import { listViolations } from './list-violations.ts';
import type { ViolationCount, ViolationModel } from './violation.model.ts';

/** Maximum kinds per version and day that an instance stores separately. Others are counted by directive. */
const MAX_KINDS_OF_BUILD = 50;
/** Maximum violations counted per network and minute. */
const MAX_OF_ONE_SITE = 300;
const OTHERS = { blocked: '(other)', source: '(other)', page: '(other)', sink: '' };
const KEPT_MS = 30 * 24 * 3600 * 1000;

export type CountedViolation = Omit<ViolationCount, '_id' | 'count'>;

interface Parts {
  registry: Registry;
  hosts: Hosts;
  pages: PageTokens;
  violations: ViolationModel;
  counts: Tally<CountedViolation>;
}

/** Counts the reports of browsers about the content security policy and shows the counts to admins. */
export function registerViolations(route: RegisterRoute, parts: Parts): void {
  const { registry, hosts, pages, violations, counts } = parts;
  const describe = violationDescriber(registry, hosts);
  const isKeptApart = distinctPerDay(MAX_KINDS_OF_BUILD);
  const fromOne = repeatLimit(MAX_OF_ONE_SITE);

  route(contracts.reportViolations, ({ query, rawBody, request }) => {
    const reports = contracts.ViolationReports.parse(parseJson(rawBody));
    if (query.page !== undefined && pages.verify(query.page, request.ip) !== null) {
      const site = siteOf(request.ip);
      for (const report of reports) {
        const kind = describe(report);
        if (kind && fromOne(site)) count(kind);
      }
    }
    return { message: 'Noted' };
  });

  const count = (found: ViolationKind) => {
    const day = today();
    const isOwn = isKeptApart(day, `${found.app}@${found.version}`, Object.values(found).join(' '));
    const kind = isOwn ? found : { ...found, ...OTHERS };
    const id = [day, ...Object.values(kind)].join(' ');
    counts.add(id, { ...kind, day, expiresAt: new Date(Date.parse(day) + KEPT_MS) }, { count: 1 });
  };

  route(contracts.listViolations, async () => ({ violations: await listViolations(violations) }));
}

const today = () => new Date().toISOString().slice(0, 10);

/** @throws {DomainError} VALIDATION_FAILED */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new DomainError('VALIDATION_FAILED', 'The report is no JSON.', { cause });
  }
}
