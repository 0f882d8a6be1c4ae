import type { ErrorCode } from '@leadping/contracts/errors';
import type { FastifyRequest } from 'fastify';

/** Codes for invalid input and for too many requests. */
const INPUT_CODES: ReadonlySet<ErrorCode> = new Set([
  'VALIDATION_FAILED',
  'RATE_LIMITED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'SIGNATURE_INVALID',
  'ORIGIN_REFUSED',
]);
const INTERVAL_MS = 60_000;

export const isRefusedInput = (code: ErrorCode) => INPUT_CODES.has(code);

/** Per server, route and code: the time of the last line and the refusals since. */
const lines = new WeakMap<object, Map<string, { at: number; more: number }>>();

/**
 * Logs that a request was refused for its form, its rate or an overload, without its content. Each route and code gets
 * one line a minute, with the number of refusals since the previous line, so that nobody can fill the disk.
 */
export function logRefused(request: FastifyRequest, code: ErrorCode): void {
  const { method, routeOptions, server } = request;
  const ofServer = lines.get(server) ?? new Map<string, { at: number; more: number }>();
  lines.set(server, ofServer);
  const key = `${method} ${routeOptions.url} ${code}`;
  const last = ofServer.get(key);
  const at = performance.now();
  if (last && at - last.at < INTERVAL_MS) {
    last.more += 1;
    return;
  }
  ofServer.set(key, { at, more: 0 });
  request.log.warn({ method, route: routeOptions.url, code, more: last?.more ?? 0 }, 'request refused');
}
