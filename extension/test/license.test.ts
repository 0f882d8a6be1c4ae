import { expect, it } from '@jest/globals';

Object.assign(globalThis, { __GATEWAY_URL__: 'https://leadping.example' });
const { deactivate, renew } = await import('../src/license/license.ts');

it('a license stays signed out although a check of it replies later', async () => {
  const license = { key: 'K', token: null, keys: [], refusal: null, checkedAt: 0 };
  let stored: Record<string, unknown> = { license, deviceId: 'this-one' };
  const local = {
    get: (_keys: string[], done: (items: object) => void) => done(stored),
    set: (items: object, done: () => void) => {
      stored = { ...stored, ...items };
      done();
    },
    remove: (_keys: string[], done: () => void) => {
      stored = { deviceId: 'this-one' };
      done();
    },
  };
  const revoked = { valid: false, code: 'LICENSE_REVOKED', detail: 'The key was revoked.', token: null };
  let replyLate = (_reply: Response) => {};
  const fetch = (url: string) =>
    url.endsWith('/validate')
      ? new Promise<Response>((resolve) => (replyLate = resolve))
      : Promise.resolve(Response.json(revoked));
  Object.assign(globalThis, { chrome: { storage: { local }, runtime: {} }, fetch });

  const renewed = renew();
  expect(await deactivate()).toMatchObject({ ok: true });
  replyLate(Response.json(revoked));
  expect(await renewed).toMatchObject({ ok: false });
  expect(stored).toEqual({ deviceId: 'this-one' });
});
