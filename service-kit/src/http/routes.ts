import type { Actor, Customer } from '@leadping/contracts/actor';
import {
  DEFAULT_BODY_LIMIT,
  DEFAULT_TIMEOUT_SECONDS,
  type Access,
  type ReplyOf,
  type RequestOf,
  type Route,
} from '@leadping/contracts/route';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { inScope } from './in-scope.ts';
import type { Audited, AuditedWork } from './audited.ts';
import { ACTOR_HEADER, type ActorVerifier } from './actor-token.ts';
import {
  boundLogFields,
  idsIn,
  newTraceparent,
  parseTraceparent,
  TRACE_HEADER,
  type LogFields,
} from '../telemetry/trace-context.ts';
import { inSpan, PROPAGATION_ONLY, type Tracing } from '../telemetry/tracing.ts';
import { DATABASE_UNAVAILABLE } from '../data/database.ts';
import { DomainError } from '../domain-error.ts';
import { parseProduced } from '../parse-produced.ts';
import { sendError } from './error-reply.ts';
import { faultText } from './fault-text.ts';
import { isRepeatable, lateReply } from './late-reply.ts';
import { bindRequestFields } from './request-log.ts';

type ResellerActor = Actor & { resellerId: string };

/** The type of the actor that the route's access guarantees. */
type ActorOf<T extends Route> =
  T extends Route<z.ZodType, z.ZodType, z.ZodType, Route['replies'], infer A>
    ? A extends 'reseller'
      ? ResellerActor
      : A extends 'customer'
        ? Customer
        : A extends 'signed-in' | 'staff' | 'admin' | 'publisher'
          ? Actor
          : Actor | null
    : Actor | null;

export type HandlerContext<T extends Route> = RequestOf<T> & {
  actor: ActorOf<T>;
  /** The exact bytes of a route with `bodyType: 'raw'`. */
  rawBody: Buffer;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Result<T extends Route> = ReplyOf<T> | Readable;

/** Returns the contract's reply, or a stream of it, for a file that is written while it is read. */
export type Handler<T extends Route> = (context: HandlerContext<T>) => Promise<Result<T>> | Result<T>;

export type RegisterRoute = <T extends Route>(contract: T, handler: Handler<T>) => void;

/** The service replies this many ms before the gateway's timeout. */
const EARLIER_MS = 1000;

const OUR_WORDS = { error: faultText };

/**
 * Registers contracts on a Fastify app. A request is parsed by its contract before the handler gets it. A reply is
 * parsed too, so that a field outside the contract, such as a secret, is never sent. Changes by staff and resellers are
 * recorded in the audit log.
 */
export function routeRegistrar(
  app: FastifyInstance,
  tokens: ActorVerifier,
  tracing: Tracing = PROPAGATION_ONLY,
  audit?: AuditedWork,
): RegisterRoute {
  return (contract, handler) => {
    inScope(app, contract, async (scope) => {
      await acceptBodies(scope, contract);
      if (contract.cors) allowAnyOrigin(scope);
      const [status, schema] = successOf(contract);
      scope.route({
        method: contract.method,
        url: contract.path,
        bodyLimit: contract.bodyLimit ?? DEFAULT_BODY_LIMIT,
        handler: async (request, reply) => {
          const actor = contract.access === 'customer' ? null : await actorOf(request, tokens);
          const customer = contract.access === 'customer' ? await customerOf(request, tokens) : null;
          if (!customer) requireAccess(contract, actor);
          const context = {
            params: contract.params?.parse(request.params, OUR_WORDS),
            query: contract.query?.parse(request.query, OUR_WORDS),
            body: contract.body?.parse(contract.bodyType === 'raw' ? undefined : bodyOf(request), OUR_WORDS),
            headers: contract.headers?.parse(request.headers, OUR_WORDS),
            rawBody: contract.bodyType === 'raw' ? request.body : Buffer.alloc(0),
            actor: customer ?? actor,
            request,
            reply,
          } as unknown as HandlerContext<typeof contract>;
          const result = await inSpan(
            tracing,
            { name: `${contract.method} ${contract.path}`, kind: 'server', parent: traceOf(request) },
            async () => {
              const work = () => inTime(contract, request.headers, handler(context));
              try {
                return await (audit && actor && isAudited(contract, actor)
                  ? audit.audited(auditedOf(contract, context, actor), work)
                  : work());
              } catch (error) {
                bindRequestFields(request.raw, boundLogFields());
                throw error;
              }
            },
            idsOfCall(contract, context, actor),
          );
          if (reply.sent) return reply;
          void reply.status(status);
          if (result instanceof Readable) return reply.send(result);
          return parseProduced(schema, result, `the reply of ${contract.method} ${contract.path}`);
        },
      });
    });
  };
}

/** Whether this actor's call is recorded in the audit log: a change, or an audited read, by staff or a reseller. */
export function isAudited({ method, access, audited, unaudited }: Route, { role }: Actor): boolean {
  if ((method === 'GET' && !audited) || unaudited !== undefined) return false;
  return access !== 'anyone' && access !== 'credentials' && role !== 'other';
}

const NOUN_OF_ID = /\/(order|license|reseller)s\/:id(?:\/|$)/;

/** The ids of a call, from its path and its actor. */
function idsOfCall({ path }: Route, { params }: { params: unknown }, actor: Actor | null): LogFields {
  const noun = NOUN_OF_ID.exec(path)?.[1];
  const { id } = (params ?? {}) as { id?: string };
  return {
    ...(actor?.resellerId ? { resellerId: actor.resellerId } : {}),
    ...idsIn(params),
    ...(noun === undefined ? {} : { [`${noun}Id`]: id }),
  };
}

function auditedOf(
  { method, path, summary, audited }: Route,
  { params, body, request }: Pick<HandlerContext<Route>, 'request'> & { params: unknown; body: unknown },
  actor: Actor,
): Audited {
  const [target = null] = Object.values((params ?? {}) as Record<string, string>);
  const isHourly = audited === 'hourly';
  return { actor, address: request.ip, action: `${method} ${path}`, summary, target, body, isHourly };
}

/**
 * Waits for the handler for less time than the gateway waits for us. Hanging work, for example on a half-open
 * connection, may end later.
 * @throws {DomainError} UNAVAILABLE, or UPSTREAM_TIMEOUT if the call must not be repeated blindly
 */
async function inTime<T>(
  contract: Route,
  headers: FastifyRequest['headers'],
  work: Promise<T> | T,
): Promise<T> {
  // An upload lasts as long as its sender takes.
  if (!(work instanceof Promise) || contract.bodyType === 'multipart') return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const { code, message, retryAfter } = DATABASE_UNAVAILABLE;
    const failure = () =>
      isRepeatable(contract, headers)
        ? new DomainError(code, message, { retryAfter })
        : lateReply({ retryAfter });
    const ms = (contract.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000 - EARLIER_MS;
    timer = setTimeout(() => reject(failure()), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A missing body is an empty object, for routes without required fields. `null` stays `null`. */
function bodyOf({ body, headers }: FastifyRequest): unknown {
  return body === undefined && headers['content-type'] === undefined ? {} : body;
}

async function acceptBodies(scope: FastifyInstance, contract: Route): Promise<void> {
  if (contract.bodyType === 'raw') {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  }
  if (contract.bodyType === 'multipart') {
    scope.removeAllContentTypeParsers();
    await scope.register(fastifyMultipart, {
      limits: { fileSize: contract.bodyLimit ?? DEFAULT_BODY_LIMIT, files: 1, fields: 4, parts: 5 },
    });
    // Reads the rest of a form that was refused early, because the gateway sends other calls on the same connection.
    scope.addHook('onResponse', ({ raw }, _reply, done) => {
      if (!raw.readableEnded) raw.unpipe().resume();
      done();
    });
    scope.setErrorHandler((error, request, reply) =>
      sendError(
        request,
        reply,
        isBrokenMultipart(error)
          ? new DomainError('VALIDATION_FAILED', 'The form cannot be read.', { cause: error })
          : error,
      ),
    );
  }
}

/** Allows scripts of other sites to read replies, errors and Retry-After, but never with credentials. */
export function allowAnyOrigin(scope: FastifyInstance): void {
  scope.addHook('onRequest', (_request, reply, done) => {
    void reply
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', 'etag, retry-after');
    done();
  });
}

/** The parser of forms throws plain errors for a missing or long boundary and for a truncated form. */
function isBrokenMultipart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^Multipart: |^The needle |unexpected end of multipart data$/i.test(error.message)
  );
}

/** The gateway's trace, else a new one with the digits of the request's id. */
function traceOf(request: FastifyRequest): string {
  const traceparent = parseTraceparent(request.headers[TRACE_HEADER]) ?? newTraceparent(request.id);
  request.headers[TRACE_HEADER] = traceparent;
  return traceparent;
}

async function actorOf(request: FastifyRequest, tokens: ActorVerifier): Promise<Actor | null> {
  const token = request.headers[ACTOR_HEADER];
  return typeof token === 'string' ? tokens.verify(token) : null;
}

/** @throws {DomainError} UNAUTHENTICATED, also for a user's token */
async function customerOf(request: FastifyRequest, tokens: ActorVerifier): Promise<Customer> {
  const token = request.headers[ACTOR_HEADER];
  if (typeof token !== 'string') throw new DomainError('UNAUTHENTICATED', 'Unauthorized');
  return tokens.verifyCustomer(token);
}

/**
 * @throws {DomainError} UNAUTHENTICATED, PASSWORD_CHANGE_REQUIRED, SECOND_FACTOR_SETUP_REQUIRED, FORBIDDEN or
 * FRESH_SIGN_IN_REQUIRED
 */
export function requireAccess(
  { access, freshSession }: Pick<Route, 'access' | 'freshSession'>,
  actor: Actor | null,
): void {
  if (access === 'anyone' || access === 'credentials') return;
  if (!actor || access === 'customer') throw new DomainError('UNAUTHENTICATED', 'Unauthorized');
  if (actor.mustChangePassword && access !== 'signed-in') {
    throw new DomainError('PASSWORD_CHANGE_REQUIRED', 'Please choose a new password first.');
  }
  if (actor.mustSetUpSecondFactor && access !== 'signed-in') {
    throw new DomainError('SECOND_FACTOR_SETUP_REQUIRED', 'Please set up a second factor first.');
  }
  if (!isAllowed(access, actor)) throw new DomainError('FORBIDDEN', 'Access denied');
  if (freshSession) requireFreshSession(actor);
}

/**
 * For calls that need a fresh session only in some cases. All other routes declare `freshSession`.
 * @throws {DomainError} FRESH_SIGN_IN_REQUIRED
 */
export function requireFreshSession({ isFresh }: Pick<Actor, 'isFresh'>): void {
  if (isFresh) return;
  throw new DomainError('FRESH_SIGN_IN_REQUIRED', 'Please confirm that it is you, then try again.');
}

function isAllowed(access: Exclude<Access, 'anyone' | 'credentials' | 'customer'>, actor: Actor): boolean {
  switch (access) {
    case 'signed-in':
      return true;
    case 'staff':
      return actor.role === 'admin' || actor.role === 'support';
    case 'admin':
    case 'publisher':
      return actor.role === 'admin';
    case 'reseller':
      return actor.role === 'reseller' && actor.resellerId !== null;
  }
}

function successOf(contract: Route): [number, z.ZodType] {
  const success = Object.entries(contract.replies).find(([status]) => status.startsWith('2'));
  if (!success) throw new Error(`${contract.method} ${contract.path} declares no success`);
  return [Number(success[0]), success[1]];
}
