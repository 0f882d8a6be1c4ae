import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { IdempotencyKey } from '@leadping/contracts/headers';
import { defineRoute } from '@leadping/contracts/route';
import { z } from 'zod';
import { ServiceConfig, ConfigError, parseConfig } from '../src/process/config.ts';
import { publicKeys } from '../src/data/ed25519.ts';
import { DomainError } from '../src/domain-error.ts';
import { ACTOR_HEADER, actorTokens, actorVerifier } from '../src/http/actor-token.ts';
import { buildService, type Service } from '../src/process/service.ts';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { ACTOR_SIGNING_KEYS, testConfig, testEnvironment } from '@leadping/test-kit/environment';
import { actorHeaders, testActor } from '@leadping/test-kit/people';
import { send } from '@leadping/test-kit/send';
import { broken, rename } from './thing-routes.ts';

const config = testConfig(ServiceConfig);

const ofReseller = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/own',
  summary: "The caller's own",
  access: 'reseller',
  replies: { 200: z.object({ resellerId: z.string() }) },
  errors: [],
});
const optional = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/optional',
  summary: 'Takes an object with nothing required',
  access: 'anyone',
  body: z.object({ note: z.string().optional() }),
  headers: z.object({ 'x-mark': z.string().max(5).optional() }),
  replies: { 200: z.object({ mark: z.string().optional() }) },
  errors: [],
});
const upload = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/upload',
  summary: 'Takes a form',
  access: 'anyone',
  bodyType: 'multipart',
  replies: { 200: z.object({ bytes: z.int() }) },
  errors: [],
});
const signed = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/signed',
  summary: 'Takes exact bytes',
  access: 'credentials',
  bodyType: 'raw',
  replies: { 200: z.object({ bytes: z.int() }) },
  errors: [],
});

const late = {
  service: 'svc-commerce',
  summary: 'Hangs',
  access: 'anyone',
  headers: z.object(IdempotencyKey),
  timeoutSeconds: 1.1,
  replies: { 200: z.object({}) },
  errors: [],
} as const;
const lateRead = defineRoute({ ...late, method: 'GET', path: '/api/late' });
const lateChange = defineRoute({ ...late, method: 'POST', path: '/api/late' });
const lateRepeatable = defineRoute({ ...late, method: 'POST', path: '/api/late/again', repeatable: true });

describe('routes made from contracts', () => {
  let service: Service;
  let address: string;
  let admin: Record<string, string>;
  const renamed: string[] = [];

  beforeAll(async () => {
    service = await buildService({
      name: 'svc-commerce',
      config,
      setUp: ({ route }) => {
        route(rename, ({ params, body }) => {
          renamed.push(body.name);
          return { id: params.id, name: body.name, secret: 'sk_live_planted' };
        });
        route(optional, ({ headers }) => {
          if (headers['x-mark'] === 'taken')
            throw new DomainError('CONFLICT', 'It is taken.', { field: 'x-mark' });
          return { mark: headers['x-mark'] };
        });
        route(upload, async ({ request }) => {
          const file = await request.file();
          if (file?.fieldname === 'unwanted') throw new DomainError('VALIDATION_FAILED', 'not this one');
          return { bytes: (await file?.toBuffer())?.length ?? 0 };
        });
        route(ofReseller, ({ actor }) => ({ resellerId: actor.resellerId }));
        route(broken, () => {
          throw new Error('the password is hunter2');
        });
        route(signed, ({ rawBody }) => ({ bytes: rawBody.length }));
        const hang = () => new Promise<never>(() => {});
        for (const contract of [lateRead, lateChange, lateRepeatable]) route(contract, hang);
      },
    });
    address = await service.listen();
    admin = await actorHeaders(testActor({ role: 'admin' }), 'svc-commerce');
  });

  afterAll(async () => {
    await service.close();
    await dropStack(config);
  });

  it('a reply contains only the fields that its contract names', async () => {
    const reply = await send(`${address}/api/things/7`, { json: { name: 'new' }, headers: admin });
    expect(reply).toMatchObject({ status: 200, body: { id: '7', name: 'new' } });
    expect(reply.body).not.toHaveProperty('secret');
  });

  it.each([
    ['a wrong type', { name: 7 }],
    ['a missing field', {}],
    ['a field too many', { name: 'a', role: 'admin' }],
    ['an operator object', { name: { $ne: null } }],
    ['an array', []],
    ['nothing', null],
  ])('%s is refused with an error reply and not handled', async (_what, json) => {
    const before = renamed.length;
    const reply = await send(`${address}/api/things/7`, { json, headers: admin });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'VALIDATION_FAILED', requestId: expect.any(String) });
    expect(renamed).toHaveLength(before);
  });

  it('a header in the contract is validated, and an error names it', async () => {
    const sendMark = (mark: string) =>
      send(`${address}/api/optional`, { json: {}, headers: { 'x-mark': mark } });
    expect(await sendMark('abc')).toMatchObject({ status: 200, body: { mark: 'abc' } });
    expect(await sendMark('abcdef')).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', field: 'x-mark', fields: [{ path: 'x-mark' }] },
    });
  });

  it('a domain error names its field in the reply', async () => {
    const reply = await send(`${address}/api/optional`, { json: {}, headers: { 'x-mark': 'taken' } });
    expect(reply).toMatchObject({ status: 409, body: { message: 'It is taken.', field: 'x-mark' } });
  });

  it('broken JSON, prototype pollution, another content type and a large body are refused', async () => {
    const post = (body: string, type = 'application/json') =>
      fetch(`${address}/api/things/7`, { method: 'POST', body, headers: { ...admin, 'content-type': type } });
    expect((await post('{"name":')).status).toBe(400);
    expect((await post('{"name":"a","__proto__":{"role":"admin"}}')).status).toBe(400);
    expect((await post('name=a', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await post('hello', 'text/plain')).status).toBe(415);
    expect((await post(JSON.stringify({ name: 'a'.repeat(70_000) }))).status).toBe(413);
  });

  it('an empty or null JSON body is refused, even if no field is required', async () => {
    const post = async (body: string | undefined, type = 'application/json') =>
      (
        await fetch(`${address}/api/optional`, {
          method: 'POST',
          ...(body === undefined ? {} : { body, headers: { 'content-type': type } }),
        })
      ).status;
    expect(await post('')).toBe(400);
    expect(await post('null')).toBe(400);
    expect(await post('{}')).toBe(200);
    expect(await post(undefined)).toBe(200);
  });

  it.each([
    ['without a boundary', 'multipart/form-data', 'x'],
    ['with an overlong boundary', `multipart/form-data; boundary=${'b'.repeat(300)}`, 'x'],
    [
      'with another boundary',
      'multipart/form-data; boundary=a',
      '--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nx\r\n--b--\r\n',
    ],
    ['that ends in a header', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-da'],
    [
      'that ends in a file',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nxxxx',
    ],
  ])('a form %s is refused with 400 as an error of the sender', async (_what, type, body) => {
    const reply = await fetch(`${address}/api/upload`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
  });

  it('a form that is refused before its end leaves the connection usable for the next call', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const call = (path: string, body: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { agent, headers, method: 'POST', signal: AbortSignal.timeout(5000) };
        request(`${address}${path}`, options, (reply) =>
          reply.resume().once('end', () => resolve(reply.statusCode)),
        )
          .once('error', reject)
          .end(body);
      });
    const form = (name: string, bytes: number) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n${'x'.repeat(bytes)}\r\n--b--\r\n`;
    expect(await call('/api/upload', form('unwanted', 300_000))).toBe(400);
    expect(await call('/api/upload', form('f', 10))).toBe(200);
    agent.destroy();
  });

  it('calls without a token, with a lesser role or with a forged token are refused', async () => {
    const call = async (headers: Record<string, string>) =>
      (await send(`${address}/api/things/7`, { json: { name: 'a' }, headers })).status;
    expect(await call({})).toBe(401);
    expect(await call(await actorHeaders(testActor({ role: 'support' }), 'svc-commerce'))).toBe(403);
    expect(
      await call(await actorHeaders(testActor({ role: 'reseller', resellerId: 'r' }), 'svc-commerce')),
    ).toBe(403);
    const elsewhere = await actorTokens([ACTOR_SIGNING_KEYS], 'gateway').sign(
      testActor({ role: 'admin' }),
      'svc-identity',
    );
    expect(await call({ [ACTOR_HEADER]: elsewhere })).toBe(401);
    const stranger = actorTokens([`k1:${randomBytes(32).toString('hex')}`], 'gateway');
    expect(
      await call({ [ACTOR_HEADER]: await stranger.sign(testActor({ role: 'admin' }), 'svc-commerce') }),
    ).toBe(401);
  });

  it('the tenant of a route comes from the token', async () => {
    const call = async (resellerId: string | null) =>
      send(`${address}/api/own?resellerId=other`, {
        headers: await actorHeaders(testActor({ role: 'reseller', resellerId }), 'svc-commerce'),
      });
    expect(await call('mine')).toMatchObject({ status: 200, body: { resellerId: 'mine' } });
    expect((await call(null)).status).toBe(403);
  });

  it('an internal error does not reveal its cause', async () => {
    const reply = await send(`${address}/api/broken`);
    expect(reply).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
    expect(JSON.stringify(reply.body)).not.toMatch(/hunter2|at .*\.ts/);
  });

  it.each([
    ['only reads', 'GET', '/api/late', {}],
    ['may be repeated', 'POST', '/api/late/again', {}],
    ['has an idempotency key', 'POST', '/api/late', { 'idempotency-key': 'one' }],
  ] as const)('a late call that %s gets a 503 with Retry-After', async (_what, method, path, headers) => {
    const reply = await send(`${address}${path}`, { method, headers });
    expect(reply).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(reply.headers.get('retry-after')).toBe('2');
  });

  it('the reply to any other late call warns that the call may have been done', async () => {
    const reply = await send(`${address}/api/late`, { method: 'POST' });
    expect(reply).toMatchObject({ status: 504, body: { code: 'UPSTREAM_TIMEOUT' } });
    expect(reply.body).toHaveProperty('message', expect.stringContaining('may have been done. Please look'));
  });

  it('headers of the maximum size are accepted together with those that the gateway adds', async () => {
    const cookie = 'x'.repeat(15_900);
    const reply = await send(`${address}/api/things/7`, {
      json: { name: 'new' },
      headers: { ...admin, cookie, 'x-forwarded-host': 'shop.example' },
    });
    expect(reply.status).toBe(200);
  });

  it('a raw route receives the exact bytes', async () => {
    const reply = await fetch(`${address}/api/signed`, {
      method: 'POST',
      body: '{ "a" : 1 }',
      headers: { 'content-type': 'application/json' },
    });
    expect(await reply.json()).toEqual({ bytes: 11 });
  });

  it('a request id from the gateway is kept, and an invalid one is replaced', async () => {
    const idOf = async (given: string) =>
      (await send(`${address}/healthz`, { headers: { 'x-request-id': given } })).headers.get('x-request-id');
    expect(await idOf('abcdefgh-1234')).toBe('abcdefgh-1234');
    expect(await idOf('<script>')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('configuration', () => {
  it('reports all faults at once', () => {
    try {
      parseConfig(ServiceConfig, {
        ...testEnvironment(),
        SEAL_KEYS: 'short',
        PUBLIC_URL: 'nowhere',
      });
      throw new Error('it was accepted');
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      expect((error as ConfigError).faults).toHaveLength(2);
    }
  });

  it('refuses two keys with the same id, because text that one of them sealed could not be opened', () => {
    const parsed = (SEAL_KEYS: string) => parseConfig(ServiceConfig, { ...testEnvironment(), SEAL_KEYS });
    const [one, other] = ['a7', 'b8'].map((byte) => byte.repeat(32));
    expect(() => parsed(`k1:${one},k1:${other}`)).toThrow('SEAL_KEYS: each key needs an id of its own');
    expect(parsed(`k1:${one},k2:${one}`).SEAL_KEYS).toEqual([`k1:${one}`, `k2:${one}`]);
  });

  const faultsIn = (env: Record<string, string | undefined>) => {
    try {
      parseConfig(ServiceConfig, { ...testEnvironment(), NODE_ENV: 'production', ...env });
      return '';
    } catch (error) {
      return (error as ConfigError).faults.join('\n');
    }
  };
  /** Variables in the test's environment that belong to other processes. */
  const FOREIGN = [
    'ACTOR_SIGNING_KEYS',
    'PAGE_TOKEN_SECRET',
    'LICENSE_KEY_SEAL_KEYS',
    'CREDENTIAL_SEAL_KEYS',
  ];
  const without = (names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]));

  it('refuses plain http and failpoints in production', () => {
    expect(faultsIn({ FAILPOINT: 'relay.after-publish' })).toMatch(/PUBLIC_URL.*FAILPOINT/s);
  });

  it.each([
    ['SEAL_KEYS', `k1:${'0'.repeat(64)}`],
    ['SEAL_KEYS', `k1:${'0'.repeat(64)},k2:${'a7'.repeat(32)}`],
    ['SEAL_KEYS', `k2:${'a7'.repeat(32)},k1:${'0123456789abcdef'.repeat(4)}`],
    ['ACTOR_VERIFY_KEYS', `k1:${'0'.repeat(64)}`],
    ['LICENSE_SIGNING_SEED', '0'.repeat(64)],
    ['RELEASE_SIGNING_SEED', '1'.repeat(64)],
    ['RELEASE_TOKENS', `example-${'a'.repeat(40)}`],
    ['POSTMARK_SERVER_TOKEN', 'POSTMARK_API_TEST'],
    ['ADMIN_PASSWORD', 'changeme'],
  ])('refuses an example value in production: %s=%s', (name, value) => {
    expect(faultsIn({ [name]: value })).toContain(`${name}: is an example value`);
    expect(faultsIn({ [name]: 'c0ffee17'.repeat(8) })).not.toContain(`${name}: is an example value`);
  });

  it('refuses secrets of other processes in production', () => {
    const production = { PUBLIC_URL: 'https://shop.example' };
    expect(faultsIn({ ...production, ...without(FOREIGN) })).toBe('');
    for (const name of FOREIGN) {
      const faults = faultsIn({ ...production, ...without(FOREIGN.filter((other) => other !== name)) });
      expect(faults).toBe(`${name}: belongs to another process; this one must not have it`);
    }
  });
});

describe('actor tokens', () => {
  const key = (id: string) => `${id}:${randomBytes(32).toString('hex')}`;
  const [former, next] = [key('former'), key('next')];
  const actor = testActor({ role: 'admin' });

  it('are verified with the public key, which cannot sign', async () => {
    const token = await actorTokens([next], 'gateway').sign(actor, 'svc-commerce');
    const verifier = actorVerifier(publicKeys([next]), 'svc-commerce');
    expect(await verifier.verify(token)).toEqual(actor);
    expect(verifier).not.toHaveProperty('sign');
    // A service that signs with what it has is not believed.
    const asSeed = await actorTokens(publicKeys([next]), 'gateway').sign(actor, 'svc-commerce');
    await expect(verifier.verify(asSeed)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('are refused if they are symmetric and signed with the public key', async () => {
    const [, hex = ''] = publicKeys([next])[0]!.split(':');
    const forged = await new SignJWT({ actor })
      .setProtectedHeader({ alg: 'HS256', kid: 'next' })
      .setIssuer('gateway')
      .setAudience('svc-commerce')
      .setExpirationTime('60s')
      .sign(Buffer.from(hex, 'hex'));
    await expect(actorVerifier(publicKeys([next]), 'svc-commerce').verify(forged)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('with a lifetime of one minute are accepted a few seconds longer, measured by the shared clock', async () => {
    const at = (ms: number) => ({ now: () => 1_764_000_000_000 + ms });
    const token = await actorTokens([next], 'gateway', at(0)).sign(actor, 'svc-commerce');
    const verifyAt = (ms: number) => actorVerifier(publicKeys([next]), 'svc-commerce', at(ms)).verify(token);
    expect(await verifyAt(0)).toEqual(actor);
    expect(await verifyAt(64_000)).toEqual(actor);
    for (const late of [66_000, 20 * 60_000])
      await expect(verifyAt(late)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('are accepted only by the service that they were made for', async () => {
    const tokens = actorTokens([next], 'gateway');
    const token = await tokens.sign(actor, 'svc-commerce');
    expect(await actorVerifier(publicKeys([next]), 'svc-commerce').verify(token)).toEqual(actor);
    for (const other of ['svc-identity', 'svc-licensing', 'svc-support', 'gateway'] as const) {
      await expect(actorVerifier(publicKeys([next]), other).verify(token)).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    }
  });

  it('are verified with both keys during a rotation, while the gateway signs with the first', async () => {
    const both = actorVerifier(publicKeys([next, former]), 'svc-commerce');
    expect(await both.verify(await actorTokens([former], 'gateway').sign(actor, 'svc-commerce'))).toEqual(
      actor,
    );
    const signed = await actorTokens([next, former], 'gateway').sign(actor, 'svc-commerce');
    expect(await both.verify(signed)).toEqual(actor);
    const after = actorVerifier(publicKeys([next]), 'svc-commerce');
    expect(await after.verify(signed)).toEqual(actor);
    const late = await actorTokens([former], 'gateway').sign(actor, 'svc-commerce');
    await expect(after.verify(late)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
