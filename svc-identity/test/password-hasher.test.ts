import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { EventEmitter, once } from 'node:events';
import { waitsTooLong } from '../src/passwords/hash-queue.ts';
import { buildPasswordHasher, type PasswordHasher } from '../src/passwords/hasher.ts';

let hasher: PasswordHasher;
beforeAll(async () => {
  hasher = await buildPasswordHasher(buildMetrics('svc-identity'));
});

describe('the password hasher', () => {
  it('accepts the right password, and refuses a wrong one and any password of an unknown user', async () => {
    const passwordHash = await hasher.hash('correct-horse-9');
    expect(await hasher.verifyKnown(passwordHash, 'correct-horse-9')).toBe(true);
    expect(await hasher.verifyKnown(passwordHash, 'correct-horse-8')).toBe(false);
    expect(await hasher.verifyKnown(undefined, 'correct-horse-9')).toBe(false);
  });

  it('refuses the passwords of a burst that would wait too long, and hashes the rest', async () => {
    const burst = await Promise.allSettled(Array.from({ length: 120 }, () => hasher.hash('correct-horse-9')));
    const refused = burst.filter((result) => result.status === 'rejected');
    // 80 wait, and one to four are worked on at once.
    expect(refused.length).toBeGreaterThanOrEqual(36);
    expect(refused.length).toBeLessThan(40);
    refused.forEach(({ reason }) => expect(reason).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 }));
    expect(await hasher.hash('correct-horse-9')).toMatch(/^\$argon2id\$/);
  });

  it('limits the queue of sign-ins to a fifth of a second, but always accepts a few, even on a slow machine', () => {
    // As on two idle cores, and on two that everybody wants.
    expect([27, 29].map((waiting) => waitsTooLong(waiting, 14, 2))).toEqual([false, true]);
    expect([7, 8].map((waiting) => waitsTooLong(waiting, 80, 2))).toEqual([false, true]);
    expect([7, 8].map((waiting) => waitsTooLong(waiting, 2000, 1))).toEqual([false, true]);
  });

  it('refuses the sign-ins of a burst that would wait too long, and serves the rest', async () => {
    const oneLane = await buildPasswordHasher(buildMetrics('svc-identity'), 1);
    const joining = Promise.allSettled(
      Array.from({ length: 120 }, () => oneLane.queueSignIn((verify) => verify(undefined, 'guess'))),
    );
    const late = oneLane.queueSignIn(() => Promise.resolve());
    await expect(late).rejects.toThrow('Too many people are signing in');
    const burst = await joining;
    const served = burst.filter((result) => result.status === 'fulfilled');
    const refused = burst.filter((result) => result.status === 'rejected');
    // One is worked on and eight may always wait. No processor does 80 in a fifth of a second, as many as new passwords that may wait.
    expect(served.length).toBeGreaterThanOrEqual(9);
    expect(served.length).toBeLessThan(80);
    refused.forEach(({ reason }) => expect(reason).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 }));
  });

  it('lets only sign-ins with a place in the queue read from the database, and serves all of them', async () => {
    const oneLane = await buildPasswordHasher(buildMetrics('svc-identity'), 1);
    const events = new EventEmitter();
    let readers = 0;
    const read = once(events, 'read');
    const burst = Array.from({ length: 120 }, () =>
      oneLane.queueSignIn(async (verify) => {
        readers += 1;
        await read;
        return verify(undefined, 'guess');
      }),
    );
    // All have asked, and nobody has read anything yet.
    expect(readers).toBeGreaterThanOrEqual(8);
    expect(readers).toBeLessThan(80);
    events.emit('read');
    const served = (await Promise.allSettled(burst)).filter(({ status }) => status === 'fulfilled');
    expect(served).toHaveLength(readers);
  });

  it('frees the place of a sign-in that fails before it verifies the password', async () => {
    const oneLane = await buildPasswordHasher(buildMetrics('svc-identity'), 1);
    for (let tried = 0; tried < 200; tried += 1) {
      await expect(oneLane.queueSignIn(() => Promise.reject(new Error('no database')))).rejects.toThrow(
        'no database',
      );
    }
    expect(await oneLane.queueSignIn((verify) => verify(undefined, 'guess'))).toBe(false);
  });
});
