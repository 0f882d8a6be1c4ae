import { Username } from '@leadping/contracts/identity/session-routes';
import { EmailAddress } from '@leadping/contracts/email-address';
import { ConfigError, parseConfig } from '@leadping/service-kit/process/config';
import { connectDatabase } from '@leadping/service-kit/data/database';
import { DomainError } from '@leadping/service-kit/domain-error';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { IdentityConfig } from './config.ts';
import { buildPasswordHasher } from './passwords/hasher.ts';
import { generatePassword, temporaryPasswordEnd } from './passwords/temporary-password.ts';
import { insertUser } from './users/insert-user.ts';
import { userModel } from './users/user.model.ts';

// The specification has no screen for staff: whoever runs the platform makes them here, with the service's environment.
const EX_USAGE = 64;
const EX_CONFIG = 78;

const Parameters = z.object({ username: Username, email: EmailAddress, role: z.enum(['support', 'admin']) });

function end(code: number, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

function readParameters(): z.infer<typeof Parameters> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { username: text, email: text, role: text }, strict: false });
  const parsed = Parameters.safeParse(values);
  if (parsed.success) return parsed.data;
  return end(
    EX_USAGE,
    `Use: npm run create-user -w svc-identity -- --username NAME --email ADDRESS --role support|admin\n${z.prettifyError(parsed.error)}`,
  );
}

function readConfig(): IdentityConfig {
  try {
    return parseConfig(IdentityConfig, process.env);
  } catch (error) {
    if (error instanceof ConfigError) return end(EX_CONFIG, error.message);
    throw error;
  }
}

const parameters = readParameters();
const config = readConfig();
const database = await connectDatabase({
  uri: config.MONGODB_URI,
  name: `${config.DATABASE_PREFIX}identity`,
  log: buildLog({ service: 'svc-identity', level: config.LOG_LEVEL }),
});
try {
  const users = userModel(database);
  await users.init();
  const passwords = await buildPasswordHasher(buildMetrics('svc-identity'));
  const password = generatePassword();
  const user = {
    ...parameters,
    passwordHash: await passwords.hash(password),
    temporaryPasswordUntil: temporaryPasswordEnd(),
  };
  await insertUser({ users }, user, { isEmailVerified: true });
  process.stdout.write(`User ${parameters.username} (${parameters.role}), temporary password: ${password}\n`);
} catch (error) {
  if (!(error instanceof DomainError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await database.close();
}
