import { beforeEach, describe, expect, it } from '@jest/globals';
import { checkClock, readLicenseState } from '../src/license/license-state.ts';
import {
  keys,
  part,
  published,
  rootKey,
  signToken,
  tokenFor as tokenOf,
  xOf,
} from './fixtures/license-token.ts';
import { generateKeyPairSync } from 'node:crypto';

Object.assign(globalThis, { __LICENSE_ROOT_KEY__: rootKey });

const DAY_MS = 24 * 3600_000;
const ISSUED = Date.parse('2026-11-22T00:00:00Z');
const tokenFor = (device: string) => tokenOf(device, ISSUED);

describe('the license without a connection', () => {
  let stored: Record<string, unknown>;
  beforeEach(() => {
    const license = { key: 'K', token: tokenFor('this-one'), keys, refusal: null, checkedAt: ISSUED };
    stored = { license, deviceId: 'this-one' };
    const local = { get: (_keys: string[], done: (items: object) => void) => done(stored) };
    Object.assign(globalThis, { chrome: { storage: { local }, runtime: {} } });
  });
  const at = (days: number) => readLicenseState(ISSUED + days * DAY_MS);

  it('is active for 30 days with its signed token, and then requires a connection [R-licenses.7] [R-licenses.8]', async () => {
    expect(await at(0)).toEqual({ status: 'active', key: 'K', daysLeft: 30 });
    expect(await at(29.5)).toMatchObject({ status: 'active', daysLeft: 1 });
    expect(await at(30)).toMatchObject({ status: 'connect' });
  });

  it('of a trial shows the days until its end, and then that it ended', async () => {
    const exp = ISSUED / 1000 + 7 * 86_400;
    const token = tokenOf('this-one', ISSUED, { exp });
    stored.license = { ...(stored.license as object), token, trialEndsAt: exp * 1000 };
    expect(await at(0)).toEqual({ status: 'active', key: 'K', daysLeft: 7, isTrial: true });
    expect(await at(6.5)).toMatchObject({ status: 'active', daysLeft: 1 });
    expect(await at(7)).toEqual({
      status: 'refused',
      key: 'K',
      code: 'TRIAL_ENDED',
      detail: ['trialEnded'],
    });
    // The signed token decides, even if the stored end was changed.
    stored.license = { ...(stored.license as object), trialEndsAt: (exp + 86_400) * 1000 };
    expect(await at(7.5)).toMatchObject({ status: 'connect' });
    stored.latestTime = ISSUED + 8 * DAY_MS;
    expect(await at(1)).not.toMatchObject({ status: 'active' });
  });

  it('gets no extra days from a clock that is set back, and no days from a clock that was never right', async () => {
    stored.latestTime = ISSUED + 31 * DAY_MS;
    expect(await at(1)).toMatchObject({ status: 'connect' });
    delete stored.latestTime;
    expect(await at(-3)).toMatchObject({ status: 'connect', detail: ['clockBehind'] });
  });

  it('is reported with a wrong clock only if the clock was ahead at the last contact', async () => {
    const license = stored.license as object;
    const askedAt = ISSUED + 31 * DAY_MS;
    stored.license = { ...license, checkedAt: askedAt };
    expect(await at(31)).toMatchObject({ status: 'connect', detail: ['clockAhead'] });
    expect(await checkClock(askedAt)).toBe('ahead');
    expect(await checkClock(askedAt + 1)).toBe('unknown');
    // Half a day old, as the platform's tokens are, and of a clock that is some hours ahead.
    stored.license = { ...license, checkedAt: ISSUED + 1.5 * DAY_MS };
    expect(await checkClock(ISSUED)).toBe('right');
    stored.license = { ...license, refusal: { code: 'LICENSE_REVOKED', detail: '' }, checkedAt: askedAt };
    expect(await checkClock(askedAt)).toBe('right');
    delete stored.license;
    expect(await checkClock(askedAt)).toBe('right');
  });

  it('is not active with a token of another device or a modified token [R-licenses.7]', async () => {
    stored.deviceId = 'another';
    expect(await at(1)).toMatchObject({ status: 'connect' });
    const [head, , signature] = tokenFor('another').split('.');
    const forged = `${head}.${part({ sub: 'license', device: 'another', iat: 0, exp: 2 ** 40 })}.${signature}`;
    stored.license = { ...(stored.license as object), token: forged };
    expect(await at(1)).toMatchObject({ status: 'connect' });
  });

  it('is not active with a key and a token that an attacker wrote into the storage', async () => {
    const own = generateKeyPairSync('ed25519');
    const iat = ISSUED / 1000;
    const claims = { iss: 'Leadping', sub: 'license', device: 'this-one', iat, exp: iat + 30 * 86_400 };
    const token = signToken(claims, own.privateKey);
    const certificate = keys[0]?.certificate;
    for (const key of [
      { kid: 'k', x: xOf(own.publicKey) },
      { kid: 'k', x: xOf(own.publicKey), certificate },
      published(own.publicKey, own.privateKey),
    ]) {
      stored.license = { ...(stored.license as object), token, keys: [key] };
      expect(await at(1)).toMatchObject({ status: 'connect' });
    }
    stored.license = { ...(stored.license as object), token, keys: [published(own.publicKey)] };
    expect(await at(1)).toMatchObject({ status: 'active' });
  });

  it.each([
    ['that lives for longer than 30 days', { exp: Date.parse('2100-01-01') / 1000 }],
    ['of another issuer', { iss: 'Somebody' }],
    ['without an issuer', { iss: undefined }],
  ])('is not active with a token %s', async (_what, claims) => {
    stored.license = { ...(stored.license as object), token: tokenOf('this-one', ISSUED, claims) };
    expect(await at(1)).toMatchObject({ status: 'connect' });
  });
});
