import type { Route } from '@leadping/contracts/route';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyRequest } from 'fastify';
import type { Hosts } from '../http/hosts.ts';

const SAME_ORIGIN = 'same-origin';
const OWN_SITES = [SAME_ORIGIN, 'same-site'];

/**
 * Refuses an unsafe call that another site made in the visitor's browser. A call with the session cookie must name our
 * origin; one without may come from no browser at all and name none. A tenant's page may make public calls only: what a
 * role may do is done from the product's own origin. A browser that says where a call comes from (`Sec-Fetch-Site`) must
 * agree. Callers who prove themselves in the request (`credentials`) are let through: their cookies are never read.
 */
export function ownOriginGuard(
  contract: Route,
  hosts: Hosts,
  carriesSession: (request: FastifyRequest) => boolean,
) {
  const isSafe = contract.method === 'GET';
  // What any site's script may call does nothing for the visitor's session.
  if (isSafe || contract.access === 'credentials' || contract.cors === 'any-origin') return null;
  const isPublic = contract.access === 'anyone';
  const isOwn = isPublic ? hosts.isOwnOrigin : hosts.isMainOrigin;
  const sites: ReadonlySet<unknown> = new Set(isPublic ? OWN_SITES : [SAME_ORIGIN]);
  return (request: FastifyRequest): DomainError | undefined => {
    const { origin, 'sec-fetch-site': site = SAME_ORIGIN } = request.headers;
    const isFromHere = origin === undefined ? !carriesSession(request) : isOwn(origin);
    if (isFromHere && sites.has(site)) return undefined;
    return new DomainError('ORIGIN_REFUSED', `This call is only taken from ${hosts.publicUrl}.`);
  };
}
