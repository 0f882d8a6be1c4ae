import { errorCodesOf } from '@leadping/contracts/openapi';
import { ERROR_STATUS, ErrorBody, type ErrorCode } from '@leadping/contracts/errors';
import type { Route } from '@leadping/contracts/route';
import { findPattern } from '@leadping/contracts/route-match';
import { ROUTES } from '@leadping/contracts/routes';

/** A reply. An error body may be only a message, and its code and request id are added. */
export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** The reason for sending a reply that the contract does not allow. */
  offContract?: string;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });

/** A reply that our servers never send, to test how a page handles it. */
export const offContract = (reason: string, body: unknown, status = 200): Reply => ({
  status,
  body,
  offContract: reason,
});

/** An error reply. The code defaults to the usual one of its status. */
export const failing = (status: number, message: string, code?: ErrorCode, field?: string): Reply => ({
  status,
  body: { message, ...(code && { code }), ...(field && { field }) },
});

const USUAL_CODE: Record<number, ErrorCode> = {
  400: 'VALIDATION_FAILED',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'RATE_LIMITED',
  500: 'INTERNAL',
  502: 'UPSTREAM_FAILED',
  503: 'UNAVAILABLE',
};

/** Error codes that any route may return, from the gateway or from a service's parsing and authorization. */
const ANY_ROUTE: ReadonlySet<string> = new Set<ErrorCode>([
  ...(Object.values(USUAL_CODE) as ErrorCode[]),
  'ORIGIN_REFUSED',
  'PASSWORD_CHANGE_REQUIRED',
  'PAYLOAD_TOO_LARGE',
]);

const findRoute = (method: string, path: string): Route | undefined =>
  findPattern(
    ROUTES.filter((route) => route.method === method),
    path,
    (route) => route.path,
  );

function parseError(route: Route, { status, body }: Reply): ErrorBody {
  const error = ErrorBody.parse({ code: USUAL_CODE[status], requestId: 'request-1', ...(body as object) });
  const isStatus = ERROR_STATUS[error.code] === status;
  const isDeclared = errorCodesOf(route).has(error.code) || ANY_ROUTE.has(error.code);
  if (!isStatus) throw new Error(`${error.code} has the status ${ERROR_STATUS[error.code]}`);
  if (!isDeclared) throw new Error(`${error.code} is no error of it`);
  return error;
}

/**
 * The reply as the contract lets it leave a service: parsed by its schema, without unknown members.
 * @param call method and path, for example `GET /api/pricing`
 * @throws {Error} if the contract does not allow the route, status, code or body
 */
export function parseReply(call: string, reply: Reply): Reply {
  if (reply.offContract !== undefined) return reply;
  const [method = '', path = ''] = call.split(' ');
  const route = findRoute(method, path);
  // Any unknown path may return 404.
  if (!route && reply.status === 404) return reply;
  try {
    if (!route) throw new Error('no contract has this route');
    if (reply.status >= 400) return { ...reply, body: parseError(route, reply) };
    const schema = route.replies[reply.status];
    if (!schema) throw new Error(`it does not reply with ${reply.status}`);
    return { ...reply, body: schema.parse(reply.body) };
  } catch (error) {
    throw new Error(`The reply to ${call} departs from its contract: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
