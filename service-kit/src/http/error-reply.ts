import type { ErrorBody, ErrorCode } from '@leadping/contracts/errors';
import { ERROR_STATUS } from '@leadping/contracts/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { DATABASE_UNAVAILABLE, isDatabaseDown } from '../data/database.ts';
import { DomainError } from '../domain-error.ts';
import { isRefusedInput, logRefused } from './refused-requests.ts';

interface ErrorReply {
  code: ErrorCode;
  message: string;
  retryAfter?: number | undefined;
  field?: string | undefined;
  fields?: ErrorBody['fields'];
}

/** The one place where failures become `{ message, code, requestId }`. Stack traces stay in the log. */
export function installErrorReply(
  app: FastifyInstance,
  beforeTooLarge?: (request: FastifyRequest) => Promise<void>,
): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (!beforeTooLarge || errorReplyOf(error).code !== 'PAYLOAD_TOO_LARGE')
      return sendError(request, reply, error);
    return beforeTooLarge(request).then(() => sendError(request, reply, error));
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(
      request,
      reply,
      new DomainError('NOT_FOUND', `No route ${request.method} ${pathOf(request.url)}`),
    ),
  );
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const failure = errorReplyOf(error);
  const status = ERROR_STATUS[failure.code];
  const isShed = error instanceof DomainError && error.isShed;
  const subject = () => ({ method: request.method, route: request.routeOptions.url, code: failure.code });
  // A line with its stack costs half as much as the reply itself, at the moment when there is nothing to spare.
  if (status >= 500 && !isShed) request.log.error({ ...subject(), err: error }, 'request failed');
  if (status === 403 && !isRefusedInput(failure.code)) request.log.warn(subject(), 'access refused');
  if (isShed || isRefusedInput(failure.code)) logRefused(request, failure.code);
  if (failure.retryAfter !== undefined) void reply.header('retry-after', Math.ceil(failure.retryAfter));
  const body: ErrorBody = { message: failure.message, code: failure.code, requestId: request.id };
  if (failure.field) body.field = failure.field;
  if (failure.fields) body.fields = failure.fields;
  return (
    reply
      .status(status)
      // A cache may otherwise store a 404, or use a header that the handler set for a successful reply.
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(body)
  );
}

function errorReplyOf(error: unknown): ErrorReply {
  if (error instanceof DomainError) return error;
  if (error instanceof ZodError) return validationError(error);
  if (isDatabaseDown(error)) return DATABASE_UNAVAILABLE;
  const status = (error as Partial<FastifyError>).statusCode;
  if (status === 413) return { code: 'PAYLOAD_TOO_LARGE', message: 'The request is too large.' };
  if (status === 415)
    return { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'This content type is not accepted here.' };
  if (status !== undefined && status >= 400 && status < 500) {
    return { code: 'VALIDATION_FAILED', message: (error as Error).message };
  }
  return { code: 'INTERNAL', message: 'Something went wrong on our side. Please try again.' };
}

function validationError(error: ZodError): ErrorReply {
  const fields = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  const first = fields[0];
  const message = first
    ? first.path
      ? `${first.path}: ${first.message}`
      : first.message
    : 'Invalid request';
  return { code: 'VALIDATION_FAILED', message, field: first?.path, fields };
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
