import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { testConfig } from '@leadping/test-kit/environment';
import { send } from '@leadping/test-kit/send';
import { IdentityConfig } from '../src/config.ts';
import { identityPrograms, usersOf } from './process.ts';

const { newEnvironment, start, stop, drop } = identityPrograms();
afterEach(stop);
afterAll(drop);

const PRINTED = /^(\S+) \/ (\S+) \(first sign-in, printed once\)$/gm;

describe('the admin of the first start', () => {
  it('is created once by three instances that start at the same time, and its password is printed once', async () => {
    const environment = newEnvironment();
    const instances = [start(environment), start(environment), start(environment)];
    const [address = ''] = await Promise.all(instances.map((instance) => instance.address()));

    const printed = [
      ...instances
        .map((instance) => instance.output())
        .join('\n')
        .matchAll(PRINTED),
    ];
    expect(printed).toHaveLength(1);
    const [, username, password] = printed[0] ?? [];
    expect(await usersOf(environment)).toMatchObject([{ username: 'admin', role: 'admin' }]);
    const reply = await send(`${address}/api/login`, { json: { username, password } });
    expect(reply).toMatchObject({ status: 200, body: { role: 'admin', mustChangePassword: true } });

    const later = start(environment);
    await later.address();
    expect(later.output()).not.toMatch(PRINTED);
    expect(await usersOf(environment)).toHaveLength(1);
  });

  it('has the name and password from the environment, and the password is not printed', async () => {
    const environment = newEnvironment({ ADMIN_USERNAME: 'Root.User', ADMIN_PASSWORD: 'planted-secret-1' });
    const instance = start(environment);
    const credentials = { username: 'root.user', password: 'planted-secret-1' };
    expect(await send(`${await instance.address()}/api/login`, { json: credentials })).toMatchObject({
      status: 200,
      body: { username: 'Root.User', role: 'admin', mustChangePassword: false },
    });
    expect(instance.output()).not.toContain('planted-secret-1');
  });

  it('cannot have one of the most common passwords in production', () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example',
      ADMIN_PASSWORD: 'password',
    };
    expect(() => testConfig(IdentityConfig, production)).toThrow(/ADMIN_PASSWORD: is one of the most common/);
  });
});

describe('the logs', () => {
  it('contain no password, token or cookie, even at the most detailed level', async () => {
    const instance = start(newEnvironment({ ADMIN_PASSWORD: 'planted-admin-1' }));
    const address = await instance.address();
    const post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
      send(`${address}${path}`, { json, headers });

    const account = { username: 'jane', email: 'jane@example.com', password: 'planted-jane-2' };
    const registered = await post('/api/register', account);
    const cookie = registered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    await post('/api/login', { username: 'jane', password: 'planted-wrong-3' }, { cookie });
    await post('/api/login', {
      username: 'planted-typed-into-the-name-4',
      password: { planted: 'planted-5' },
    });
    await post('/api/auth/forgot-password', { email: account.email });
    await post('/api/auth/reset-password', { token: 'planted-token-6', newPassword: 'planted-new-7' });
    await post('/api/register', { ...account, password: 'planted-8', role: 'planted-9' });
    await fetch(`${address}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"username":"jane","password":"planted-10',
    });
    await instance.stop();

    expect(registered.status).toBe(201);
    expect(instance.output()).toContain('Sign-in refused');
    expect(instance.output()).not.toContain('planted');
    expect(instance.output()).not.toContain(cookie.slice('session='.length));
  });
});
