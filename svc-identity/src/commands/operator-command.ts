import { auditTrail } from '@leadping/service-kit/audit/audit-trail';
import { connectDatabase } from '@leadping/service-kit/data/database';
import { DomainError } from '@leadping/service-kit/domain-error';
import { readConfig } from '@leadping/service-kit/process/config';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import type { Connection } from 'mongoose';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { IdentityConfig } from '../config.ts';

const EX_USAGE = 64;

function end(code: number, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

function readParameters<P extends z.ZodObject>(parameters: P, usage: string): z.infer<P> {
  const options = Object.fromEntries(
    Object.keys(parameters.shape).map((name) => [name, { type: 'string' }] as const),
  );
  const parsed = parameters.safeParse(parseArgs({ options, strict: false }).values);
  return parsed.success ? parsed.data : end(EX_USAGE, `Use: ${usage}\n${z.prettifyError(parsed.error)}`);
}

/**
 * Runs a command for the operator with the service's environment, and prints the result of `run`. Exit codes: 64 for
 * wrong parameters, 78 for a wrong environment, and 1 with a reason for a violated rule.
 */
export async function operatorCommand<P extends z.ZodObject>(command: {
  usage: string;
  parameters: P;
  run: (parameters: z.infer<P>, database: Connection) => Promise<string>;
}): Promise<void> {
  const parameters = readParameters(command.parameters, command.usage);
  const config = readConfig(IdentityConfig);
  const database = await connectDatabase({
    uri: config.MONGODB_URI,
    name: `${config.DATABASE_PREFIX}identity`,
    log: buildLog({ service: 'svc-identity', level: config.LOG_LEVEL }),
  });
  try {
    process.stdout.write(`${await command.run(parameters, database)}\n`);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } finally {
    await database.close();
  }
}

export const OperatorName = z.string().trim().min(2).max(100);

/** Runs an operator's change to accounts, and records it in the audit log. */
export function auditedWork<T>(
  database: Connection,
  { by, ...entry }: { by: string; action: string; summary: string; target: string },
  work: () => Promise<T>,
): Promise<T> {
  // A running instance publishes the entry at its next sweep.
  const audit = auditTrail(
    database,
    'svc-identity',
    () => {},
    buildLog({ service: 'svc-identity', level: 'warn' }),
  );
  const actor = {
    userId: 'operator',
    username: `${by} (operator)`,
    role: 'admin',
    resellerId: null,
  } as const;
  return audit.audited({ actor, address: '', ...entry }, work);
}
