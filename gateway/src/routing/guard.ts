import { BRAND } from '@leadping/contracts/brand';
import type { Route } from '@leadping/contracts/route';
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify';
import type { Connection } from 'mongoose';
import { bearerGuard, customerGuard, sessionGuard, type Bearer } from '../guards/caller.ts';
import type { FairShare } from '../guards/fair-share.ts';
import type { Overload } from '../guards/overload.ts';
import { ownOriginGuard, type IsTenant } from '../guards/own-origin.ts';
import type { KnownBrowsers } from '../guards/known-browsers.ts';
import { limitPerCaller, limitPerValue } from '../guards/rate-limit.ts';
import type { CustomerSessions, Sessions } from '../guards/sessions.ts';
import type { Hosts } from '../http/hosts.ts';

export interface GuardParts {
  database: Connection;
  hosts: Hosts;
  isTenant: IsTenant;
  sessions: Sessions;
  customers: CustomerSessions;
  browsers: KnownBrowsers;
  overload: Overload;
  fairShare: FairShare;
}

interface GuardedRoute extends GuardParts {
  contract: Route;
  bearer: Bearer | undefined;
}

type Check = onRequestHookHandler | onRequestAsyncHookHandler;

interface Guard {
  name: string;
  /** A check that reads the body runs after it is read. */
  readsBody?: true;
  /** Builds the check of a route. Null if its contract needs none. */
  check: (route: GuardedRoute) => Check | null;
}

/** Removes headers that only the gateway may set, before other code reads them. */
export function stripInternalHeaders(request: FastifyRequest): void {
  for (const name in request.headers) {
    if (name.startsWith(BRAND.headerPrefix)) delete request.headers[name];
  }
}

/** The checks before a route, in the order in which they run. */
export const GUARDS: readonly Guard[] = [
  {
    name: 'overload',
    check: ({ contract, overload }) => {
      const isFirst = contract.priority === 'first';
      return (_request, _reply, done) => done(overload.errorFor(isFirst));
    },
  },
  {
    name: 'own origin',
    check: ({ contract, sessions, customers, ...parts }) => {
      const carriesSession = (request: FastifyRequest) =>
        sessions.carriesSession(request) || customers.carriesSession(request);
      const refuseForeign = ownOriginGuard(contract, parts, carriesSession);
      return refuseForeign && ((request, _reply, done) => refuseForeign(request, done));
    },
  },
  {
    name: 'known browser',
    check: ({ contract, browsers }) => (contract.limit?.knownBrowsers ? browsers.look : null),
  },
  { name: 'limit per caller', check: ({ contract, ...parts }) => limitPerCaller(contract, parts) },
  {
    name: 'bearer token',
    check: ({ contract, bearer }) => (bearer ? bearerGuard(contract, bearer) : null),
  },
  {
    name: 'session, role and fair share',
    check: ({ contract, customers, ...parts }) => {
      if (contract.access === 'credentials') return null;
      return contract.access === 'customer'
        ? customerGuard(contract, customers)
        : sessionGuard(contract, parts);
    },
  },
  {
    name: 'limit per value',
    readsBody: true,
    check: ({ contract, ...parts }) => limitPerValue(contract, parts),
  },
];

/**
 * Adds the guards that a contract needs before its route. Only a limit per value reads the body, so that unauthorized
 * callers cannot fill the memory.
 */
export function guardRoute(
  scope: FastifyInstance,
  contract: Route,
  parts: GuardParts,
  bearer?: Bearer,
): void {
  const route = { ...parts, contract, bearer };
  for (const { readsBody, check } of GUARDS) {
    const hook = check(route);
    if (hook) scope.addHook(readsBody ? 'preHandler' : 'onRequest', hook);
  }
}
