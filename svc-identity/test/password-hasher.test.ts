import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { buildPasswordHasher, type PasswordHasher } from '../src/passwords/hasher.ts';

let hasher: PasswordHasher;
beforeAll(async () => {
  hasher = await buildPasswordHasher(buildMetrics('svc-identity'));
});

describe('hashing passwords', () => {
  it('tells the right password from a wrong one, and nobody has a right one', async () => {
    const passwordHash = await hasher.hash('correct-horse-9');
    expect(await hasher.verify(passwordHash, 'correct-horse-9')).toBe(true);
    expect(await hasher.verify(passwordHash, 'correct-horse-8')).toBe(false);
    expect(await hasher.verify(undefined, 'correct-horse-9')).toBe(false);
  });

  it('of a burst asks those to come back who would wait too long, and serves the rest', async () => {
    const burst = await Promise.allSettled(Array.from({ length: 120 }, () => hasher.hash('correct-horse-9')));
    const refused = burst.filter((result) => result.status === 'rejected');
    // 80 wait, and one to four are worked on at once: as many as there are cores.
    expect(refused.length).toBeGreaterThanOrEqual(36);
    expect(refused.length).toBeLessThan(40);
    refused.forEach(({ reason }) => expect(reason).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 }));
    expect(await hasher.hash('correct-horse-9')).toMatch(/^\$argon2id\$/);
  });

  it('lets fewer sign-ins wait, for under a flood each of them waits as long as all', async () => {
    const burst = await Promise.allSettled(
      Array.from({ length: 400 }, () => hasher.verify(undefined, 'guess')),
    );
    const refused = burst.filter((result) => result.status === 'rejected');
    // A hash takes 5 ms at least, so that four lanes do 160 in the fifth of a second; eight wait however slow the machine is.
    expect(refused.length).toBeGreaterThan(200);
    expect(refused.length).toBeLessThanOrEqual(400 - 8 - 1);
    refused.forEach(({ reason }) => expect(reason).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 }));
  });
});
