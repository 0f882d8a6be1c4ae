import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fakeStorage } from './fake-storage.ts';
import { keys, tokenFor } from './fixtures/license-token.ts';

Object.assign(globalThis, { __GATEWAY_URL__: 'https://leadping.example' });
const { deactivate, renew } = await import('../src/license/license.ts');

const REVOKED = { valid: false, code: 'LICENSE_REVOKED', detail: 'The key was revoked.', token: null };

const LICENSE = { key: 'K', token: null, keys, refusal: null, checkedAt: 0 };

describe('a check of the license that is replied to late', () => {
  let storage: ReturnType<typeof fakeStorage>;
  let replyLate: (validation: object) => void;
  beforeEach(() => {
    storage = fakeStorage({ license: LICENSE, deviceId: 'this-one' });
  });
  /** A check whose reply comes with `replyLate`; the request after it is replied to with what is given. */
  function renewSlowly(others: object): ReturnType<typeof renew> {
    const late = new Promise<object>((resolve) => (replyLate = resolve));
    const replies = [late, Promise.resolve(others)];
    Object.assign(globalThis, { fetch: async () => Response.json(await replies.shift()) });
    return renew();
  }

  it('does not sign a browser in again', async () => {
    const renewed = renewSlowly(REVOKED);
    expect(await deactivate()).toMatchObject({ ok: true });
    replyLate(REVOKED);
    expect(await renewed).toMatchObject({ ok: false });
    expect(storage.stored).toEqual({ deviceId: 'this-one' });
  });

  it('does not undo one that was asked for later', async () => {
    const token = tokenFor('this-one', Date.now());
    const renewed = renewSlowly({ valid: true, code: 'VALID', detail: 'The license is active.', token });
    expect(await renew()).toMatchObject({ ok: true });
    replyLate(REVOKED);
    expect(await renewed).toMatchObject({ ok: true, text: 'The license is active.' });
    expect(storage.stored.license).toMatchObject({ token, refusal: null });
  });
});

describe('a platform whose reply stalls after its headers', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is given up after ten seconds', async () => {
    fakeStorage({ license: LICENSE, deviceId: 'this-one' });
    const stalls = async (_url: string, { signal }: { signal: AbortSignal }) =>
      new Response(
        new ReadableStream({
          start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
        }),
      );
    Object.assign(globalThis, { fetch: stalls });
    const renewed = renew();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await renewed).toEqual({
      ok: false,
      text: 'The reply was cut short. Check your connection and try again.',
    });
  });
});
