import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { ServiceName } from './services.ts';

/**
 * Who may call a route. `credentials`: the caller proves itself in the request (a payment signature, a license key,
 * a webhook secret) and carries no session. `staff`: admin or support. `publisher`: an admin or a release token. A higher
 * role does not include a lower one except admin, who may do what staff may.
 */
export type Access = 'anyone' | 'signed-in' | 'staff' | 'admin' | 'publisher' | 'reseller' | 'credentials';

/**
 * A limit on the calls of one caller. `exact` limits guard against guessing: they are counted in the database, across
 * instances and restarts; the others are counted in the memory of each gateway.
 */
export interface RateLimit {
  points: number;
  windowSeconds: number;
  exact?: true;
  /**
   * Counted per network and value of this field of the body, or parameter of the path, so that nobody is locked out by
   * someone else behind the same address; the network as a whole then has 20 times as many.
   */
  field?: string;
  /**
   * A browser with an earlier sign-in is counted by its account instead of its network, so that others on its network cannot
   * use up its attempts.
   */
  knownBrowsers?: true;
  /** At most so many per value of the field, from whatever networks: for what costs its owner something, such as a mail. */
  maxPerValue?: number;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Schema = z.ZodType;

/** Bytes of a body, of a route that says nothing else. */
export const DEFAULT_BODY_LIMIT = 64 * 1024;
/** How long the gateway waits for the reply to begin, likewise. */
export const DEFAULT_TIMEOUT_SECONDS = 5;

export type Replies = Readonly<Record<number, Schema>>;

export interface Route<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  R extends Replies = Replies,
  A extends Access = Access,
  Headers extends Schema = Schema,
> {
  service: ServiceName;
  method: Method;
  /** With `:name` for parameters, as in `/api/admin/licenses/:licenseKey/deactivate`. */
  path: `/${string}`;
  summary: string;
  access: A;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The headers that the route reads beside those of HTTP itself, by their names in lower case; others are ignored. */
  headers?: Headers;
  /** `json` by default: `raw` passes the exact bytes (signatures), `multipart` a stream (uploads), `none` refuses a body. */
  bodyType?: 'json' | 'raw' | 'multipart' | 'none';
  /** Bytes; `DEFAULT_BODY_LIMIT` by default. */
  bodyLimit?: number;
  /** How long the gateway waits for the reply to begin; `DEFAULT_TIMEOUT_SECONDS` by default. */
  timeoutSeconds?: number;
  /**
   * Needs a sign-in of the last ten minutes, else FRESH_SIGN_IN_REQUIRED, so that a stolen session cannot call it. A release
   * token needs none. `fresh-session-table.ts` says which routes.
   */
  freshSession?: true;
  replies: R;
  /** The headers of a success that say something of the route's own, by their names in lower case. */
  replyHeaders?: z.ZodObject;
  errors: readonly ErrorCode[];
  limit?: RateLimit;
  /**
   * A call that may be made again where nobody knows whether the first one arrived: twice it does what it does once. Safe
   * methods are, and whatever carries a key that marks repeats (`IdempotencyKey`), without saying so.
   */
  repeatable?: true;
  /** Under overload these calls are refused last: they earn money or keep customers working. */
  priority?: 'first';
  /** `any-origin`: other sites' scripts may call it and read the reply, without credentials. */
  cors?: 'any-origin';
  /** A public call that tenants' pages make: also taken from the host of a tenant, not only from the product's own. */
  fromTenants?: true;
  /**
   * A read that leaves an entry in the audit log, because it shows somebody's personal data. `hourly`: one entry an hour for
   * each person and document, because a page reads it again and again while it is open.
   */
  audited?: true | 'hourly';
  /** Why a call that changes something leaves no entry in the audit log. */
  unaudited?: string;
  /** Reads and sets cookies; for every other route the gateway drops them both ways. */
  setsCookies?: true;
}

/** Declares a route; only the types are inferred, method and path as literals, the value stays as written. */
export function defineRoute<
  Params extends Schema = z.ZodUndefined,
  Query extends Schema = z.ZodUndefined,
  Body extends Schema = z.ZodUndefined,
  R extends Replies = Replies,
  const A extends Access = Access,
  const M extends Method = Method,
  const Path extends `/${string}` = `/${string}`,
  Headers extends Schema = z.ZodUndefined,
>(
  route: Route<Params, Query, Body, R, A, Headers> & { method: M; path: Path },
): Route<Params, Query, Body, R, A, Headers> & { method: M; path: Path } {
  return route;
}

type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type Sent<S> = S extends Schema ? z.input<S> : undefined;

/** What a handler receives, parsed. */
export interface RequestOf<T extends Route> {
  params: T extends Route<infer P, Schema, Schema, Replies> ? Parsed<P> : never;
  query: T extends Route<Schema, infer Q, Schema, Replies> ? Parsed<Q> : never;
  body: T extends Route<Schema, Schema, infer B, Replies> ? Parsed<B> : never;
  headers: T extends Route<Schema, Schema, Schema, Replies, Access, infer H> ? Parsed<H> : never;
}

type WithoutUndefined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

type HeadersOf<T extends Route> =
  T extends Route<Schema, Schema, Schema, Replies, Access, infer H> ? Sent<H> : never;

/** What a client passes: only the parts that the route declares. */
export type CallOf<T extends Route> = PartsOf<T> &
  (HeadersOf<T> extends undefined ? unknown : { headers?: HeadersOf<T> });

type PartsOf<T extends Route> = WithoutUndefined<{
  params: T extends Route<infer P, Schema, Schema, Replies> ? Sent<P> : never;
  query: T extends Route<Schema, infer Q, Schema, Replies> ? Sent<Q> : never;
  body: T extends Route<Schema, Schema, infer B, Replies> ? Sent<B> : never;
}>;

type SuccessStatus = 200 | 201 | 202 | 204;
/** What a handler returns before the reply's schema has filled in and stripped. */
export type ReplyOf<T extends Route> = z.input<T['replies'][SuccessStatus & keyof T['replies']]>;
/** What a client gets on success: the reply as its schema has filled it in and stripped it. */
export type ParsedReplyOf<T extends Route> = z.output<T['replies'][SuccessStatus & keyof T['replies']]>;
