import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { ServiceName } from './services.ts';

/**
 * Callers that a route admits. `credentials`: the request contains its own proof (a payment signature, a license key, a
 * webhook secret) and needs no session. `customer`: the owner of an address, by a mailed link and never a user. `staff`: admin or support. `publisher`: an admin or a release token. Roles do
 * not include others, except that an admin may do what staff may.
 */
export type Access =
  'anyone' | 'customer' | 'signed-in' | 'staff' | 'admin' | 'publisher' | 'reseller' | 'credentials';

/**
 * A rate limit per caller. `exact` limits guard against guessing: they are counted in the database, across instances
 * and restarts. Others are counted in memory per gateway.
 */
export interface RateLimit {
  points: number;
  windowSeconds: number;
  exact?: true;
  /**
   * Counts per network and value of this field of the body or path, so that people behind the same address do not
   * lock each other out. The network as a whole then has 20 times the limit.
   */
  field?: string;
  /**
   * A browser with an earlier sign-in is counted by its account instead of its network, so that others on its network
   * cannot use up its attempts.
   */
  knownBrowsers?: true;
  /** Maximum per value of the field across all networks, for calls that cost the owner something, such as a mail. */
  maxPerValue?: number;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Schema = z.ZodType;

/** Default body limit, in bytes. */
export const DEFAULT_BODY_LIMIT = 64 * 1024;
/** Default time to wait for the start of the reply. */
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
  /** With `:name` for parameters, such as `/api/admin/licenses/:licenseKey/deactivate`. */
  path: `/${string}`;
  summary: string;
  access: A;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Headers that the route reads besides those of HTTP itself, in lower case. Others are ignored. */
  headers?: Headers;
  /**
   * Default `json`. `raw` passes the exact bytes (signatures), `multipart` a stream (uploads), `none` refuses a body.
   * `form` takes a form of a page without scripts. Its errors are a page, unless the caller does not accept HTML.
   */
  bodyType?: 'json' | 'raw' | 'multipart' | 'form' | 'none';
  /** In bytes; default `DEFAULT_BODY_LIMIT`. */
  bodyLimit?: number;
  /** How long the gateway waits for the start of the reply. Default `DEFAULT_TIMEOUT_SECONDS`. */
  timeoutSeconds?: number;
  /**
   * Requires a sign-in within the last ten minutes, otherwise FRESH_SIGN_IN_REQUIRED, so that a stolen session cannot
   * make the call. Release tokens are exempt. `fresh-session-table.ts` lists the routes.
   */
  freshSession?: true;
  replies: R;
  /** Route-specific headers of a successful reply, in lower case. */
  replyHeaders?: z.ZodObject;
  errors: readonly ErrorCode[];
  limit?: RateLimit;
  /**
   * The call is idempotent, so it can be retried if it is unknown whether the first one arrived. Safe methods and
   * calls with an `IdempotencyKey` are retried without this flag.
   */
  repeatable?: true;
  /** Refused last under overload, because the call earns money or keeps customers working. */
  priority?: 'first';
  /** `any-origin`: scripts of other sites may call it and read the reply, without credentials. */
  cors?: 'any-origin';
  /** A public call that tenants' pages make. Accepted from a tenant's host too, not only from the product's own. */
  fromTenants?: true;
  /**
   * A read that is recorded in the audit log, because it shows personal data. `hourly`: one entry per hour, person
   * and document, because an open page repeats the call.
   */
  audited?: true | 'hourly';
  /** Why a call that changes something is not recorded in the audit log. */
  unaudited?: string;
  /** Reads and sets cookies. For other routes the gateway drops cookies in both directions. */
  setsCookies?: true;
}

/** Declares a route. Infers method and path as literal types and returns the value unchanged. */
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

/** The parsed request that a handler receives. */
export interface RequestOf<T extends Route> {
  params: T extends Route<infer P, Schema, Schema, Replies> ? Parsed<P> : never;
  query: T extends Route<Schema, infer Q, Schema, Replies> ? Parsed<Q> : never;
  body: T extends Route<Schema, Schema, infer B, Replies> ? Parsed<B> : never;
  headers: T extends Route<Schema, Schema, Schema, Replies, Access, infer H> ? Parsed<H> : never;
}

type WithoutUndefined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

type HeadersOf<T extends Route> =
  T extends Route<Schema, Schema, Schema, Replies, Access, infer H> ? Sent<H> : never;

/** The arguments of a client call: only the parts that the route declares. */
export type CallOf<T extends Route> = PartsOf<T> &
  (HeadersOf<T> extends undefined ? unknown : { headers?: HeadersOf<T> });

type PartsOf<T extends Route> = WithoutUndefined<{
  params: T extends Route<infer P, Schema, Schema, Replies> ? Sent<P> : never;
  query: T extends Route<Schema, infer Q, Schema, Replies> ? Sent<Q> : never;
  body: T extends Route<Schema, Schema, infer B, Replies> ? Sent<B> : never;
}>;

type SuccessStatus = 200 | 201 | 202 | 204;
/** The return value of a handler, before the reply's schema adds defaults and strips fields. */
export type ReplyOf<T extends Route> = z.input<T['replies'][SuccessStatus & keyof T['replies']]>;
/** The reply to a client, after its schema has added defaults and stripped fields. */
export type ParsedReplyOf<T extends Route> = z.output<T['replies'][SuccessStatus & keyof T['replies']]>;
