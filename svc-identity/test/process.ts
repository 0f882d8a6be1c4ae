import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import mongoose, { type Connection } from 'mongoose';
import { parseConfig } from '@leadping/service-kit/process/config';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testEnvironment } from '@leadping/test-kit/environment';
import { until } from '@leadping/test-kit/until';
import { IdentityConfig } from '../src/config.ts';
import { userModel } from '../src/users/user.model.ts';

type Environment = Record<string, string | undefined>;

const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const folder = join(import.meta.dirname, '..');

export interface RunningProgram {
  /** All that it has printed so far, on both outputs. */
  output: () => string;
  /** Resolves with the address once it listens. */
  address: () => Promise<string>;
  /** Resolves with the exit code once it has ended by itself. */
  ended: () => Promise<number | null>;
  stop: () => Promise<void>;
}

/** Runs a program of this service as a process of its own, with exactly this environment. */
export function runProgram(
  program:
    | 'server.ts'
    | 'commands/create-user.ts'
    | 'commands/end-sessions.ts'
    | 'commands/end-staff-account.ts'
    | 'commands/reset-second-factors.ts',
  environment: Environment,
  parameters: string[] = [],
): RunningProgram {
  const args = ['--import', loader, '--conditions=source', join(folder, 'src', program), ...parameters];
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exit = once(child, 'close') as Promise<[number | null]>;

  return {
    output: () => output,
    address: async () => {
      const printed = () => /"address":"(http:[^"]+)"/.exec(output)?.[1];
      await until(() => printed() !== undefined || child.exitCode !== null, 60);
      const address = printed();
      if (address === undefined) throw new Error(`${program} ended: ${output}`);
      return address;
    },
    ended: async () => (await exit)[0],
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** Environments and instances of the service for the tests of one file. */
export function identityPrograms() {
  const environments: Environment[] = [];
  const running: RunningProgram[] = [];
  return {
    newEnvironment: (overrides: Record<string, string> = {}): Environment => {
      const environment = testEnvironment({ LOG_LEVEL: 'trace', ...overrides });
      environments.push(environment);
      return environment;
    },
    start: (environment: Environment): RunningProgram => {
      const program = runProgram('server.ts', environment);
      running.push(program);
      return program;
    },
    /** Stops what was started. */
    stop: async () => {
      await Promise.all(running.splice(0).map((program) => program.stop()));
    },
    /** Removes the data of all environments. */
    drop: async () => {
      for (const environment of environments) await dropStack(parseConfig(IdentityConfig, environment));
    },
  };
}

export function connectTo(environment: Environment): Promise<Connection> {
  const { MONGODB_URI, DATABASE_PREFIX } = parseConfig(IdentityConfig, environment);
  return mongoose.createConnection(MONGODB_URI, { dbName: `${DATABASE_PREFIX}identity` }).asPromise();
}

export async function inDatabaseOf<T>(
  environment: Environment,
  work: (database: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connectTo(environment);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

export const usersOf = (environment: Environment) =>
  inDatabaseOf(environment, (database) => userModel(database).find().lean());
export const auditOf = (environment: Environment) =>
  inDatabaseOf(environment, (database) => database.collection('audit_entries').find({}).toArray());
