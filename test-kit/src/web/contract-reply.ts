import { errorCodesOf } from '@leadping/contracts/openapi';
import { ERROR_STATUS, ErrorBody, type ErrorCode } from '@leadping/contracts/errors';
import type { Route } from '@leadping/contracts/route';
import { findPattern } from '@leadping/contracts/route-match';
import { ROUTES } from '@leadping/contracts/routes';

/** An error may be its message alone: its code and request id are filled in. */
export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Why the reply is sent although the contract does not allow it. */
  offContract?: string;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });

/** What no server of ours sends, for how a page takes it nevertheless. */
export const offContract = (reason: string, body: unknown, status = 200): Reply => ({
  status,
  body,
  offContract: reason,
});

/** An error, with the usual code of its status by default. */
export const failing = (status: number, message: string, code?: ErrorCode): Reply => ({
  status,
  body: { message, ...(code && { code }) },
});

/** The code of an error that is given by its message alone. */
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

/** What any route may be refused with, by the gateway or by how every service parses and authorizes. */
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
 * The reply as the contract lets it leave a service: parsed by its schema, what the schema does not name taken out.
 * @param call method and path, as in `GET /api/pricing`
 * @throws {Error} where the contract has no such route, status, code or body
 */
export function parseReply(call: string, reply: Reply): Reply {
  if (reply.offContract !== undefined) return reply;
  const [method = '', path = ''] = call.split(' ');
  const route = findRoute(method, path);
  // An address that is not there is 404 wherever it leads.
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
