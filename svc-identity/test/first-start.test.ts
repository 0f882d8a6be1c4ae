import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { parseConfig } from '@leadping/service-kit/process/config';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig, testEnvironment } from '@leadping/test-kit/environment';
import { send } from '@leadping/test-kit/send';
import { IdentityConfig } from '../src/config.ts';
import { sessionModel } from '../src/sessions/session.model.ts';
import { userModel } from '../src/users/user.model.ts';
import { runProgram, type RunningProgram } from './process.ts';

const environments: Record<string, string | undefined>[] = [];
const running: RunningProgram[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((program) => program.stop()));
});
afterAll(async () => {
  for (const environment of environments) await dropStack(parseConfig(IdentityConfig, environment));
});

function newEnvironment(overrides: Record<string, string> = {}) {
  const environment = testEnvironment({ LOG_LEVEL: 'trace', ...overrides });
  environments.push(environment);
  return environment;
}

function start(environment: Record<string, string | undefined>): RunningProgram {
  const program = runProgram('server.ts', environment);
  running.push(program);
  return program;
}

async function inDatabaseOf<T>(
  environment: Record<string, string | undefined>,
  work: (database: Connection) => Promise<T>,
): Promise<T> {
  const config = parseConfig(IdentityConfig, environment);
  const connection = await mongoose
    .createConnection(config.MONGODB_URI, { dbName: `${config.DATABASE_PREFIX}identity` })
    .asPromise();
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const usersOf = (environment: Record<string, string | undefined>) =>
  inDatabaseOf(environment, (database) => userModel(database).find().lean());
const auditOf = (environment: Record<string, string | undefined>) =>
  inDatabaseOf(environment, (database) => database.collection('audit_entries').find({}).toArray());

const PRINTED = /^(\S+) \/ (\S+) \(first sign-in, printed once\)$/gm;

describe('the admin of the first start', () => {
  it('is made once by three instances that start at once, and its password is printed once', async () => {
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

  it('takes name and password from the environment and prints neither', async () => {
    const environment = newEnvironment({ ADMIN_USERNAME: 'Root.User', ADMIN_PASSWORD: 'planted-secret-1' });
    const instance = start(environment);
    const credentials = { username: 'root.user', password: 'planted-secret-1' };
    expect(await send(`${await instance.address()}/api/login`, { json: credentials })).toMatchObject({
      status: 200,
      body: { username: 'Root.User', role: 'admin', mustChangePassword: false },
    });
    expect(instance.output()).not.toContain('planted-secret-1');
  });

  it('may not have one of the most common passwords in production', () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example',
      ADMIN_PASSWORD: 'password',
    };
    expect(() => testConfig(IdentityConfig, production)).toThrow(/ADMIN_PASSWORD: is one of the most common/);
  });
});

describe('what the logs show', () => {
  it('is no password, no token and no cookie, at the most talkative level', async () => {
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

describe('npm run create-user', () => {
  const account = ['--username', 'Sam', '--email', 'sam@example.com', '--role', 'support'];
  const parameters = [...account, '--by', 'Olga'];

  it('makes a support user with a temporary password, and leaves who did it in the audit log', async () => {
    const environment = newEnvironment();
    const program = runProgram('commands/create-user.ts', environment, parameters);
    expect(await program.ended()).toBe(0);
    const [, password] = /temporary password: (\S+)/.exec(program.output()) ?? [];

    const instance = start(environment);
    const reply = await send(`${await instance.address()}/api/login`, {
      json: { username: 'sam', password },
    });
    expect(reply).toMatchObject({
      status: 200,
      body: { username: 'Sam', role: 'support', mustChangePassword: true },
    });

    const again = runProgram('commands/create-user.ts', environment, parameters);
    expect(await again.ended()).toBe(1);
    expect(again.output()).toContain('This username is already taken.');

    const [user] = (await usersOf(environment)).filter(({ role }) => role === 'support');
    const entries = await auditOf(environment);
    expect(entries).toMatchObject([
      {
        isOpen: false,
        record: {
          actor: { username: 'Olga (operator)' },
          action: 'npm run create-user',
          target: String(user?._id),
          changes: [
            { field: 'username', after: 'Sam' },
            { field: 'email', after: 'sam@example.com' },
            { field: 'role', after: 'support' },
          ],
          outcome: 'done',
        },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(password);
  });

  it('says what is wrong with its parameters', async () => {
    const program = runProgram('commands/create-user.ts', newEnvironment(), [
      '--username',
      'x',
      '--role',
      'king',
    ]);
    expect(await program.ended()).toBe(64);
    expect(program.output()).toMatch(/username[\s\S]*email[\s\S]*role[\s\S]*by/);
  });
});

describe('npm run end-staff-account', () => {
  const program = (environment: Record<string, string | undefined>, ...parameters: string[]) =>
    runProgram('commands/end-staff-account.ts', environment, parameters);

  it('ends the one that is named and leaves who did it in the audit log, or says why not', async () => {
    const environment = newEnvironment();
    const staff = ['boss', 'sam'].map((username) => ({
      username,
      usernameKey: username,
      email: `${username}@example.com`,
      emailKey: `${username}@example.com`,
      role: username === 'boss' ? ('admin' as const) : ('support' as const),
      passwordHash: 'none',
    }));
    await inDatabaseOf(environment, (database) => userModel(database).insertMany(staff));

    const programs = [
      program(environment, '--username', 'boss', '--by', 'Olga'),
      program(environment, '--username', 'SAM', '--by', 'Olga'),
      program(environment, '--username', 'sam'),
    ] as const;
    expect(await Promise.all(programs.map((each) => each.ended()))).toEqual([1, 0, 64]);
    expect(programs[0].output()).toContain('boss is the last admin.');
    expect(programs[1].output()).toContain('sam is no support any more');

    const [boss, sam] = await usersOf(environment);
    expect([boss, sam]).toMatchObject([
      { role: 'admin', passwordHash: 'none' },
      { role: 'other', passwordHash: expect.stringContaining('$argon2id$') },
    ]);
    const entries = await auditOf(environment);
    expect(entries).toMatchObject([
      {
        isOpen: false,
        record: {
          actor: { username: 'Olga (operator)' },
          action: 'npm run end-staff-account',
          target: String(sam?._id),
          changes: [
            { field: 'role', before: 'support', after: 'other' },
            { field: 'password', before: null, after: '(hidden)' },
          ],
          outcome: 'done',
        },
      },
    ]);
  }, 120_000);
});

describe('npm run reset-second-factors', () => {
  const program = (environment: Record<string, string | undefined>, ...parameters: string[]) =>
    runProgram('commands/reset-second-factors.ts', environment, parameters);

  it('takes them from the account that is named and leaves who did it in the audit log, or says why not', async () => {
    const environment = newEnvironment();
    const config = parseConfig(IdentityConfig, environment);
    const database = await mongoose
      .createConnection(config.MONGODB_URI, { dbName: `${config.DATABASE_PREFIX}identity` })
      .asPromise();
    const authenticator = { sealedSecret: 'sealed', lastUsedStep: 0, createdAt: new Date() };
    const [boss] = await userModel(database).insertMany(
      ['boss', 'other'].map((username) => ({
        username,
        usernameKey: username,
        email: `${username}@example.com`,
        emailKey: `${username}@example.com`,
        role: 'admin' as const,
        passwordHash: 'none',
        authenticator,
      })),
    );

    const programs = [
      program(environment, '--username', 'nobody', '--by', 'Olga'),
      program(environment, '--username', 'BOSS', '--by', 'Olga'),
    ] as const;
    expect(await Promise.all(programs.map((each) => each.ended()))).toEqual([1, 0]);
    expect(programs[0].output()).toContain('There is no account nobody.');
    expect(programs[1].output()).toContain('boss has no second factor any more');

    const found = await usersOf(environment);
    expect(found.map(({ username, authenticator: left }) => [username, left !== undefined])).toEqual([
      ['boss', false],
      ['other', true],
    ]);
    expect(await database.collection('audit_entries').find({}).toArray()).toMatchObject([
      {
        isOpen: false,
        record: {
          actor: { username: 'Olga (operator)' },
          action: 'npm run reset-second-factors',
          target: String(boss?._id),
          changes: [{ field: 'authenticator', before: true, after: false }],
          outcome: 'done',
        },
      },
    ]);
    await database.close();
  }, 120_000);

  it('says what is wrong with its parameters', async () => {
    const wrong = program(newEnvironment(), '--username', 'x');
    expect(await wrong.ended()).toBe(64);
    expect(wrong.output()).toMatch(/username[\s\S]*by/);
  });
});

describe('npm run end-sessions', () => {
  const program = (environment: Record<string, string | undefined>, ...parameters: string[]) =>
    runProgram('commands/end-sessions.ts', environment, parameters);

  it('ends those of the account that is named and leaves who did it in the audit log, or says what is wrong', async () => {
    const environment = newEnvironment();
    const config = parseConfig(IdentityConfig, environment);
    const database = await mongoose
      .createConnection(config.MONGODB_URI, { dbName: `${config.DATABASE_PREFIX}identity` })
      .asPromise();
    const sam = await userModel(database).create({
      username: 'sam',
      usernameKey: 'sam',
      email: 'sam@example.com',
      emailKey: 'sam@example.com',
      role: 'support',
      passwordHash: 'none',
    });
    const sessions = sessionModel(database);
    const in1Hour = new Date(Date.now() + 3_600_000);
    await sessions.create({
      _id: 'one',
      userId: sam._id,
      generation: 0,
      signedInAt: new Date(),
      expiresAt: in1Hour,
    });

    const programs = [
      program(environment, '--username', 'SAM', '--by', 'Olga'),
      program(environment, '--by', 'Olga'),
    ] as const;
    expect(await Promise.all(programs.map((each) => each.ended()))).toEqual([0, 64]);
    expect(programs[0].output()).toContain('1 session of SAM ended.');
    expect(programs[1].output()).toContain('either --username NAME or --all yes');
    expect(await sessions.countDocuments()).toBe(0);
    expect(await database.collection('audit_entries').find({}).toArray()).toMatchObject([
      {
        record: {
          actor: { username: 'Olga (operator)' },
          action: 'npm run end-sessions',
          target: String(sam._id),
          outcome: 'done',
        },
      },
    ]);
    await database.close();
  }, 120_000);
});
