import type { RateLimit, Route } from '@leadping/contracts/route';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyRequest, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify';
import type { Connection } from 'mongoose';
import { isIPv6 } from 'node:net';
import {
  RateLimiterMemory,
  RateLimiterMongo,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { countInMemory } from '../counting/count-in-memory.ts';

const RATE_LIMITS = 'rate-limits';

/** The counts are exact by the unique key; the database forgets those whose window has ended. */
export async function indexRateLimits(database: Connection): Promise<void> {
  const collection = database.collection(RATE_LIMITS);
  await collection.createIndex({ key: 1 }, { unique: true });
  await collection.createIndex({ expire: 1 }, { expireAfterSeconds: 0 });
}

/**
 * Counts the calls of a route: per address, and where the contract names a field of the body, per its value as well.
 * A call too many is refused as RATE_LIMITED.
 */
export function buildLimit(
  contract: Route,
  limit: RateLimit,
  database: Connection,
): onRequestHookHandler | onRequestAsyncHookHandler {
  if (limit.exact) {
    const limiter = exactLimiter(`${contract.method} ${contract.path}`, limit, database);
    return async (request: FastifyRequest) => spendExactly(limiter, keysOf(request, limit));
  }
  const count = countInMemory(limit);
  return (request, _reply, done) => {
    for (const key of keysOf(request, limit)) {
      const waitMs = count(key);
      if (waitMs > 0) return done(tooManyTries(waitMs));
    }
    done();
  };
}

function keysOf(request: FastifyRequest, { field }: RateLimit): string[] {
  const address = `address ${networkOf(request.ip)}`;
  const value = field === undefined ? null : fieldOf(request.body, field);
  return value === null ? [address] : [address, `${field} ${value}`];
}

/** Exact counts are in the database; while it is away each gateway counts by itself, so that the door stays guarded. */
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

async function spendExactly(limiter: RateLimiterAbstract, keys: string[]): Promise<void> {
  try {
    for (const key of keys) await limiter.consume(key);
  } catch (refusal) {
    throw refusal instanceof RateLimiterRes ? tooManyTries(refusal.msBeforeNext) : refusal;
  }
}

function tooManyTries(waitMs: number): DomainError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new DomainError('RATE_LIMITED', `Too many tries. Please try again in ${retryAfter} seconds.`, {
    retryAfter,
  });
}

/** One household has a whole /64 of IPv6 addresses: they count as one. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '');
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const last = tail === '' ? [] : tail.split(':');
    groups.push(...Array<string>(8 - groups.length - last.length).fill('0'), ...last);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

const MAX_VALUE_LENGTH = 300;

/** The field of a JSON body that a service will read; null where there is none, which the service then refuses. */
function fieldOf(body: unknown, field: string): string | null {
  const parsed = Buffer.isBuffer(body) ? parseObject(body) : body;
  if (typeof parsed !== 'object' || parsed === null) return null;
  const value = (parsed as Record<string, unknown>)[field];
  return typeof value === 'string' ? value.trim().toLowerCase().slice(0, MAX_VALUE_LENGTH) : null;
}

function parseObject(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
