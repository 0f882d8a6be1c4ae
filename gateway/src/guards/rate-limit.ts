import { canonicalEmail } from '@leadping/contracts/email-address';
import type { RateLimit, Route } from '@leadping/contracts/route';
import { DomainError } from '@leadping/service-kit/domain-error';
import { durationText } from '@leadping/service-kit/durations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Connection } from 'mongoose';
import {
  RateLimiterMemory,
  RateLimiterMongo,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { KnownBrowsers } from './known-browsers.ts';
import { countInMemory } from '../counting/count-in-memory.ts';
import { networkOf } from '@leadping/service-kit/http/network';
import { parseJson } from '@leadping/service-kit/http/parse-json';

const RATE_LIMITS = 'rate-limits';

/** A unique key makes the counts exact. The database deletes expired windows. */
export async function indexRateLimits(database: Connection): Promise<void> {
  const collection = database.collection(RATE_LIMITS);
  await collection.createIndex({ key: 1 }, { unique: true });
  await collection.createIndex({ expire: 1 }, { expireAfterSeconds: 0 });
}

/**
 * Limits per value of a field are multiplied by this for a network, because many people share an office or a carrier
 * NAT.
 */
const NETWORK_FACTOR = 20;

interface LimitParts {
  database: Connection;
  browsers: Pick<KnownBrowsers, 'accountOf'>;
}

/**
 * Counts the calls of a route per network (an IPv4 address or an IPv6 /64) or per account of a known browser. Excess
 * calls are refused as RATE_LIMITED. If calls are also counted per value of a field, this limit is higher.
 */
export function limitPerCaller(contract: Route, parts: LimitParts): Hook | null {
  const { limit } = contract;
  if (!limit) return null;
  const factor = limit.field === undefined ? 1 : NETWORK_FACTOR;
  return countBy(
    routeName(contract),
    { ...limit, points: limit.points * factor },
    parts.database,
    callerBy(parts),
  );
}

/**
 * Counts the calls of a route per caller and value of the field that its contract names, and per value alone if the
 * contract limits that too.
 */
export function limitPerValue(contract: Route, parts: LimitParts): Hook | null {
  const { limit } = contract;
  if (limit?.field === undefined) return null;
  const { field, maxPerValue } = limit;
  const { database } = parts;
  const name = routeName(contract);
  const caller = callerBy(parts);
  const value = ({ params, body }: FastifyRequest) => fieldOf(params, field) ?? fieldOf(body, field);
  const ofCaller = countBy(`${name} ${field}`, limit, database, (request) => {
    const given = value(request);
    return given === null ? null : `${caller(request)} ${given}`;
  });
  if (maxPerValue === undefined) return ofCaller;
  const ofValue = countBy(`${name} any ${field}`, { ...limit, points: maxPerValue }, database, value);
  return inTurn(ofCaller, ofValue);
}

const routeName = ({ method, path }: Route) => `${method} ${path}`;

const callerBy =
  ({ browsers }: LimitParts) =>
  (request: FastifyRequest): string => {
    const account = browsers.accountOf(request);
    return account === null ? networkOf(request.ip) : `browser of ${account}`;
  };

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** @param keyOf null if there is no key to count by. The service then refuses the call. */
function countBy(
  name: string,
  limit: RateLimit,
  database: Connection,
  keyOf: (request: FastifyRequest) => string | null,
): Hook {
  if (!limit.exact) {
    const count = countInMemory(limit);
    return (request, _reply, done) => {
      const key = keyOf(request);
      const waitMs = key === null ? 0 : count(key);
      done(waitMs > 0 ? tooManyRequests(waitMs) : undefined);
    };
  }
  const limiter = exactLimiter(name, limit, database);
  return (request, _reply, done) => {
    const key = keyOf(request);
    if (key === null) return done();
    const finish = (rejected?: unknown) =>
      done(
        rejected instanceof RateLimiterRes
          ? tooManyRequests(rejected.msBeforeNext)
          : (rejected as Error | undefined),
      );
    limiter.consume(key).then(() => finish(), finish);
  };
}

const inTurn =
  (first: Hook, second: Hook): Hook =>
  (request, reply, done) =>
    first(request, reply, (error) => (error ? done(error) : second(request, reply, done)));

/** Exact counts are in the database. While it is unavailable, each gateway counts in memory. */
function exactLimiter(name: string, limit: RateLimit, database: Connection): RateLimiterAbstract {
  const options = { keyPrefix: name, points: limit.points, duration: limit.windowSeconds };
  return new RateLimiterMongo({
    ...options,
    storeClient: database,
    tableName: RATE_LIMITS,
    disableIndexesCreation: true,
    insuranceLimiter: new RateLimiterMemory(options),
    inMemoryBlockOnConsumed: limit.points + 1,
  });
}

function tooManyRequests(waitMs: number): DomainError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new DomainError(
    'RATE_LIMITED',
    `Too many requests. Please try again in ${durationText(retryAfter)}.`,
    { retryAfter },
  );
}

const MAX_VALUE_LENGTH = 300;

/**
 * The field of a JSON body or of the path, as the service will read it. Null if it is missing, because the service
 * then refuses the call.
 */
function fieldOf(body: unknown, field: string): string | null {
  const parsed = Buffer.isBuffer(body) ? parseObject(body) : body;
  if (typeof parsed !== 'object' || parsed === null) return null;
  const value = (parsed as Record<string, unknown>)[field];
  return typeof value === 'string' ? canonical(value.trim().slice(0, MAX_VALUE_LENGTH)) : null;
}

/** Normalizes as the services do: a value with an at sign is an email address, even in a user name field. */
const canonical = (value: string) => (value.includes('@') ? canonicalEmail(value) : value.toLowerCase());

function parseObject(body: Buffer): unknown {
  try {
    return parseJson(body.toString('utf8'));
  } catch {
    return null;
  }
}
