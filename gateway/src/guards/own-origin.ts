import type { Route } from '@leadping/contracts/route';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyRequest } from 'fastify';
import type { Hosts } from '../http/hosts.ts';

/**
 * Refuses an unsafe call that another site made in the visitor's browser. A call with the session cookie must name our
 * origin; one without may come from no browser at all and name none. Callers who prove themselves in the request
 * (`credentials`) are let through: their cookies are never read.
 */
export function ownOriginGuard(
  contract: Route,
  hosts: Hosts,
  carriesSession: (request: FastifyRequest) => boolean,
) {
  const isSafe = contract.method === 'GET';
  // What any site's script may call does nothing for the visitor's session.
  if (isSafe || contract.access === 'credentials' || contract.cors === 'any-origin') return null;
  return (request: FastifyRequest): DomainError | undefined => {
    const { origin } = request.headers;
    if (origin === undefined ? !carriesSession(request) : hosts.isOwnOrigin(origin)) return undefined;
    return new DomainError('ORIGIN_REFUSED', `This call is only taken from ${hosts.publicUrl}.`);
  };
}
