import type { RateLimit, Route } from '@leadping/contracts/route';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyRequest } from 'fastify';
import type { Connection } from 'mongoose';
import { isIPv6 } from 'node:net';
import {
  RateLimiterMemory,
  RateLimiterMongo,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

const RATE_LIMITS = 'rate-limits';

/** The counts are exact by the unique key; the database forgets those whose window is over. */
export async function indexRateLimits(database: Connection): Promise<void> {
  const collection = database.collection(RATE_LIMITS);
  await collection.createIndex({ key: 1 }, { unique: true });
  await collection.createIndex({ expire: 1 }, { expireAfterSeconds: 0 });
}

export interface Limit {
  /** @throws {DomainError} RATE_LIMITED */
  spend: (request: FastifyRequest) => Promise<void>;
}

/** Counts the calls of a route: per address, and where the contract names a field of the body, per its value as well. */
export function buildLimit(contract: Route, limit: RateLimit, database: Connection): Limit {
  const limiter = buildLimiter(`${contract.method} ${contract.path}`, limit, database);
  const { field } = limit;
  return {
    spend: async (request) => {
      await spendOne(limiter, `address ${networkOf(request.ip)}`);
      const value = field === undefined ? null : fieldOf(request.body, field);
      if (value !== null) await spendOne(limiter, `${field} ${value}`);
    },
  };
}

/** Exact counts stand in the database; while it is away each gateway counts by itself, so that the door stays guarded. */
function buildLimiter(name: string, limit: RateLimit, database: Connection): RateLimiterAbstract {
  const options = { keyPrefix: name, points: limit.points, duration: limit.windowSeconds };
  const inMemory = new RateLimiterMemory(options);
  if (!limit.exact) return inMemory;
  return new RateLimiterMongo({
    ...options,
    storeClient: database,
    tableName: RATE_LIMITS,
    disableIndexesCreation: true,
    insuranceLimiter: inMemory,
    inMemoryBlockOnConsumed: limit.points + 1,
  });
}

async function spendOne(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new DomainError('RATE_LIMITED', `Too many tries. Please try again in ${retryAfter} seconds.`, {
      retryAfter,
    });
  }
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

const LONGEST_VALUE = 300;

/** The field of a JSON body that a service will read; null where there is none, which the service then refuses. */
function fieldOf(body: unknown, field: string): string | null {
  const parsed = Buffer.isBuffer(body) ? parseObject(body) : body;
  if (typeof parsed !== 'object' || parsed === null) return null;
  const value = (parsed as Record<string, unknown>)[field];
  return typeof value === 'string' ? value.trim().toLowerCase().slice(0, LONGEST_VALUE) : null;
}

function parseObject(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
