import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { completeKey } from '@leadping/contracts/licensing/read-license-key';
import { fakeStorage } from './fake-storage.ts';
import { keys, rootKey, tokenFor } from './fixtures/license-token.ts';

Object.assign(globalThis, { __GATEWAY_URL__: 'https://leadping.example', __LICENSE_ROOT_KEY__: rootKey });
const { readLicenseState } = await import('../src/license/license-state.ts');
const { checkForPress, deactivate, listDevices, renew, signOutDevice } =
  await import('../src/license/license.ts');

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

describe('a license key that was replaced', () => {
  const NEW_KEY = completeKey('7'.repeat(30));
  const token = tokenFor('this-one', Date.now());
  const settings = { configurations: [], keepsHistory: true };
  let storage: ReturnType<typeof fakeStorage>;
  let sent: Record<string, unknown>[];
  beforeEach(() => {
    storage = fakeStorage({ license: { ...LICENSE, token }, deviceId: 'this-one', ...settings });
    sent = [];
  });
  const rotated = { valid: false, code: 'KEY_ROTATED', detail: 'Replaced.', token: null };
  const moved = { valid: true, code: 'VALID', detail: 'Active.', token, licenseKey: NEW_KEY };
  const answer = (reply: (url: string, body: Record<string, unknown>) => object) => {
    const fetch = async (url: string, { body }: { body: string }) => {
      const json = JSON.parse(body) as Record<string, unknown>;
      sent.push(json);
      return Response.json(reply(url, json));
    };
    Object.assign(globalThis, { fetch });
  };

  it('is exchanged for the new one on a kept browser, which keeps its settings', async () => {
    answer(() => moved);
    expect(await renew()).toMatchObject({ ok: true });
    expect(sent).toEqual([{ licenseKey: 'K', deviceId: 'this-one', token }]);
    expect(storage.stored).toMatchObject({ license: { key: NEW_KEY, token, refusal: null }, ...settings });
  });

  it('is asked for on another browser, which keeps its settings', async () => {
    answer(() => rotated);
    expect(await renew()).toMatchObject({ ok: false, text: ['keyRotated'] });
    expect(storage.stored).toMatchObject({
      license: { key: 'K', refusal: { code: 'KEY_ROTATED' } },
      ...settings,
    });
    expect(await readLicenseState(Date.now())).toMatchObject({ status: 'refused', detail: ['keyRotated'] });
  });

  it('is not exchanged for a text that is no key', async () => {
    answer(() => ({ ...moved, licenseKey: '<script>' }));
    await renew();
    expect(storage.stored.license).toMatchObject({ key: 'K' });
  });

  it.each([
    ['lists the devices', () => listDevices()],
    ['signs this browser out', () => deactivate()],
    ['signs another browser out', () => signOutDevice('other')],
  ])('is exchanged before a kept browser %s', async (_what, act) => {
    answer((url, { licenseKey }) => {
      if (url.endsWith('/validate')) return moved;
      return licenseKey === 'K' ? rotated : { ...moved, devices: [] };
    });
    expect(await act()).toMatchObject({ ok: true });
    expect(sent.map(({ licenseKey }) => licenseKey)).toEqual(['K', 'K', NEW_KEY]);
  });
});
