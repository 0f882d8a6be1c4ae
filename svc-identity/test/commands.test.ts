import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { send } from '@leadping/test-kit/send';
import { sessionModel } from '../src/sessions/session.model.ts';
import { userModel } from '../src/users/user.model.ts';
import { auditOf, connectTo, identityPrograms, inDatabaseOf, runProgram, usersOf } from './process.ts';

const { newEnvironment, start, stop, drop } = identityPrograms();
afterEach(stop);
afterAll(drop);

describe('npm run create-user', () => {
  const account = ['--username', 'Sam', '--email', 'sam@example.com', '--role', 'support'];
  const parameters = [...account, '--by', 'Olga'];

  it('creates a support user with a temporary password, and writes the operator to the audit log', async () => {
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

  it('reports what is wrong with its parameters', async () => {
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

  it('ends the named account and writes the operator to the audit log, or reports why it cannot', async () => {
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
  });
});

describe('npm run reset-second-factors', () => {
  const program = (environment: Record<string, string | undefined>, ...parameters: string[]) =>
    runProgram('commands/reset-second-factors.ts', environment, parameters);

  it('removes the second factors of the named account and writes the operator to the audit log, or reports why it cannot', async () => {
    const environment = newEnvironment();
    const database = await connectTo(environment);
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
  });

  it('reports what is wrong with its parameters', async () => {
    const wrong = program(newEnvironment(), '--username', 'x');
    expect(await wrong.ended()).toBe(64);
    expect(wrong.output()).toMatch(/username[\s\S]*by/);
  });
});

describe('npm run end-sessions', () => {
  const program = (environment: Record<string, string | undefined>, ...parameters: string[]) =>
    runProgram('commands/end-sessions.ts', environment, parameters);

  it('ends the sessions of the named account and writes the operator to the audit log, or reports what is wrong', async () => {
    const environment = newEnvironment();
    const database = await connectTo(environment);
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
  });
});
