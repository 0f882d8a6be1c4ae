import type { Route } from '@leadping/contracts/route';
import { DomainError } from '@leadping/service-kit/domain-error';
import { DATABASE_UNAVAILABLE as UNAVAILABLE } from '@leadping/service-kit/data/database';
import type { FastifyRequest } from 'fastify';
import type { Hosts } from '../http/hosts.ts';

const SAME_ORIGIN = 'same-origin';
const OWN_SITES = [SAME_ORIGIN, 'same-site'];

/** Whether a reseller has this label. Rejects if svc-commerce does not reply. */
export type IsTenant = (label: string) => Promise<boolean>;

/**
 * Refuses an unsafe call that another site made in the visitor's browser. A call with the session cookie must name our
 * origin. A call without it may come from another program and name no origin. Tenants' pages may make the public calls that
 * are marked `fromTenants`. All other calls must come from the product's own origin. If the browser sends `Sec-Fetch-Site`,
 * it must agree. Callers with credentials in the request (`credentials`) pass, because their cookies are never read.
 */
export function ownOriginGuard(
  contract: Route,
  { hosts, isTenant }: { hosts: Hosts; isTenant: IsTenant },
  carriesSession: (request: FastifyRequest) => boolean,
) {
  const isSafe = contract.method === 'GET';
  // A call that any site may make does not use the visitor's session.
  if (isSafe || contract.access === 'credentials' || contract.cors === 'any-origin') return null;
  const { fromTenants = false } = contract;
  const sites: ReadonlySet<unknown> = new Set(fromTenants ? OWN_SITES : [SAME_ORIGIN]);
  const refusal = () => new DomainError('ORIGIN_REFUSED', `This call is only taken from ${hosts.publicUrl}.`);
  return (request: FastifyRequest, done: (error?: DomainError) => void): void => {
    const { origin, 'sec-fetch-site': site = SAME_ORIGIN } = request.headers;
    if (!sites.has(site)) return done(refusal());
    if (origin === undefined) return done(carriesSession(request) ? refusal() : undefined);
    if (hosts.isMainOrigin(origin)) return done();
    const label = fromTenants ? hosts.labelOfOrigin(origin) : null;
    if (label === null) return done(refusal());
    const admit = (isKnown: boolean) => done(isKnown ? undefined : refusal());
    const fail = (cause: unknown) =>
      done(new DomainError(UNAVAILABLE.code, UNAVAILABLE.message, { ...UNAVAILABLE, cause }));
    isTenant(label).then(admit, fail);
  };
}
