import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fakeStorage } from './fake-storage.ts';
import { keys, rootKey, tokenFor } from './fixtures/license-token.ts';

Object.assign(globalThis, { __GATEWAY_URL__: 'https://leadping.example', __LICENSE_ROOT_KEY__: rootKey });
const { checkForPress, deactivate, renew } = await import('../src/license/license.ts');

const REVOKED = { valid: false, code: 'LICENSE_REVOKED', detail: 'The key was revoked.', token: null };

const LICENSE = { key: 'K', token: null, keys, refusal: null, checkedAt: 0 };

describe('a late reply to a license check', () => {
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

  it('does not overwrite the result of a later check', async () => {
    const token = tokenFor('this-one', Date.now());
    const renewed = renewSlowly({ valid: true, code: 'VALID', detail: 'The license is active.', token });
    expect(await renew()).toMatchObject({ ok: true });
    replyLate(REVOKED);
    expect(await renewed).toMatchObject({ ok: true, text: ['licenseActive'] });
    expect(storage.stored.license).toMatchObject({ token, refusal: null });
  });
});

describe('a press with a key that the platform rejected', () => {
  const refusal = { code: 'LICENSE_SUSPENDED', detail: 'Paused.' };
  beforeEach(() => {
    fakeStorage({ license: { ...LICENSE, refusal }, deviceId: 'this-one' });
  });

  it('checks the license again, and is sent if the dispute was won in the meantime', async () => {
    const token = tokenFor('this-one', Date.now());
    const fetch = async () =>
      Response.json({ valid: true, code: 'VALID', detail: 'The license is active.', token });
    Object.assign(globalThis, { fetch });
    expect(await checkForPress()).toMatchObject({ status: 'active' });
  });

  it('waits at most 1.5 seconds for the platform', async () => {
    jest.useFakeTimers();
    Object.assign(globalThis, { fetch: () => new Promise(() => {}) });
    const checked = checkForPress();
    await jest.advanceTimersByTimeAsync(1500);
    expect(await checked).toMatchObject({ status: 'refused', detail: ['licenseSuspended'] });
    jest.useRealTimers();
  });
});

describe('a platform reply that stalls after its headers', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('times out after ten seconds', async () => {
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
      text: ['replyCutShort'],
    });
  });
});
