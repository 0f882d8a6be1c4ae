import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectDatabase } from '@leadping/service-kit/data/database';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import { newEmail } from '@leadping/test-kit/people';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { PurposeName } from '../src/mails/mail-purposes.ts';
import { recipientLimitModel, takePlace, type RecipientLimit } from '../src/mails/recipient-limit.ts';

const HOUR_MS = 3600_000;

describe('mails of strangers to one recipient', () => {
  let database: Connection;
  let limit: RecipientLimit;
  beforeAll(async () => {
    database = await connectDatabase({
      uri: process.env.MONGODB_URI ?? '',
      name: `t${randomBytes(5).toString('hex')}-limits`,
      log: buildLog({ service: 'svc-support', level: 'silent' }),
    });
    limit = recipientLimitModel(database);
  });
  afterAll(async () => {
    await database.dropDatabase();
    await database.close();
  });

  const now = Date.now();
  const hours = (...counts: number[]) => counts.map((count) => now + count * HOUR_MS);
  const openLimit = () => {
    const toKey = newEmail();
    const _id = createHash('sha256').update(toKey).digest('base64url');
    return {
      take: (at = now, purpose: PurposeName = 'ticket-confirmation', effectId: string = randomUUID()) =>
        takePlace(limit, { toKey, effectId, purpose, now: at }),
      stored: () => limit.findById(_id).orFail().lean(),
      storedTimes: async () =>
        (await limit.findById(_id).orFail().lean()).places.map(({ due }) => Number(due)),
    };
  };
  const takeTimes = async (count: number, take: () => Promise<number | null>) => {
    const places = [];
    for (let mail = 0; mail < count; mail += 1) places.push(await take());
    return places;
  };

  it('get five places an hour and twenty a day, and no place more than a day later', async () => {
    const { take } = openLimit();
    const due = [0, 1, 2, 3, 24].flatMap((hour) => hours(hour, hour, hour, hour, hour));
    expect(await takeTimes(25, take)).toEqual(due);
    expect(await take()).toBeNull();
    expect(await take(now + HOUR_MS - 1)).toBeNull();
    expect(await take(now + HOUR_MS)).toBe(now + 25 * HOUR_MS);
  });

  it('are sent at once after a pause, and otherwise after the mails that are already waiting', async () => {
    const { take } = openLimit();
    expect(await take()).toBe(now);
    expect(await take(now + 5)).toBe(now + 5);
    await takeTimes(4, take);
    expect(await take(now + 10)).toBe(now + HOUR_MS + 5);
    expect(await take(now + 2 * HOUR_MS)).toBe(now + 2 * HOUR_MS);
  });

  it('are counted for a day and then forgotten', async () => {
    const { take, stored, storedTimes } = openLimit();
    await take();
    await take(now + 24 * HOUR_MS - 1);
    expect(await storedTimes()).toEqual([now, now + 24 * HOUR_MS - 1]);
    await take(now + 24 * HOUR_MS);
    expect(await storedTimes()).toEqual([now + 24 * HOUR_MS - 1, now + 24 * HOUR_MS]);
    expect((await stored()).expiresAt).toEqual(new Date(now + 48 * HOUR_MS));
  });

  it('do not block a password reset, which is sent at once if the last reset link has expired', async () => {
    const { take, stored, storedTimes } = openLimit();
    expect(await openLimit().take(now, 'password-reset')).toBe(now);
    await takeTimes(10, take);
    expect(await take(now, 'password-reset')).toBe(now);
    expect((await stored()).resetAt).toEqual(new Date(now));
    const ascending = [0, 1].flatMap((hour) => hours(hour, hour, hour, hour, hour));
    expect(await storedTimes()).toEqual([now, ...ascending]);
    expect(await take(now + HOUR_MS - 1, 'password-reset')).toBe(now + 2 * HOUR_MS);
    expect((await stored()).resetAt).toEqual(new Date(now));
    expect(await take(now + HOUR_MS, 'password-reset')).toBe(now + HOUR_MS);
    expect(await take(now + HOUR_MS)).toBe(now + 2 * HOUR_MS);
  });

  it('keep their places if their events come again before they are stored, as after a crash', async () => {
    const { take, storedTimes } = openLimit();
    await takeTimes(10, take);
    expect(await take(now, 'password-reset', 'reset')).toBe(now);
    expect(await take(now + 5, 'password-reset', 'reset')).toBe(now);
    expect(await take(now, 'ticket-confirmation', 'ticket')).toBe(now + 2 * HOUR_MS);
    const again = await Promise.all([1, 2, 3].map(() => take(now + 5, 'ticket-confirmation', 'ticket')));
    expect(again).toEqual(hours(2, 2, 2));
    const parallel = await Promise.all([1, 2, 3].map(() => take(now, 'ticket-confirmation', 'parallel')));
    expect(parallel).toEqual(hours(2, 2, 2));
    expect(await storedTimes()).toHaveLength(13);
  });
});
