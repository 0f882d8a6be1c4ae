import { parseConfig, type BaseConfig } from '@leadping/service-kit/process/config';
import { publicKeys } from '@leadping/service-kit/data/ed25519';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';

const key = () => `k1:${randomBytes(32).toString('hex')}`;

/** The keys with which the gateway of this test file signs. */
export const ACTOR_SIGNING_KEYS = key();

/** Secrets shared by the processes of one test file. One gateway signs, the others verify. */
export const SECRETS = {
  ACTOR_SIGNING_KEYS,
  ACTOR_VERIFY_KEYS: publicKeys([ACTOR_SIGNING_KEYS]).join(','),
  PAGE_TOKEN_SECRET: randomBytes(32).toString('hex'),
  SEAL_KEYS: key(),
  LICENSE_KEY_SEAL_KEYS: key(),
  CREDENTIAL_SEAL_KEYS: key(),
  ERASURE_SEAL_KEYS: key(),
};

/** An isolated environment for one test file: random database and NATS prefixes, random secrets. */
export function testEnvironment(overrides: Record<string, string> = {}): Record<string, string | undefined> {
  const prefix = `t${randomBytes(5).toString('hex')}`;
  return {
    MONGODB_URI: process.env.MONGODB_URI,
    NATS_URL: process.env.NATS_URL,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_PREFIX: `${prefix}-`,
    NATS_PREFIX: prefix,
    ...SECRETS,
    PUBLIC_URL: 'http://localhost:8080',
    ...overrides,
  };
}

/** `testEnvironment`, parsed by the service's own schema. */
export function testConfig<S extends z.ZodType<BaseConfig>>(
  schema: S,
  overrides: Record<string, string> = {},
): z.output<S> {
  const environment = testEnvironment(overrides);
  const own = schema instanceof z.ZodObject ? schema.shape : {};
  // In production a process rejects the secrets of other processes.
  for (const name of Object.keys(SECRETS)) if (!(name in own)) delete environment[name];
  return parseConfig(schema, environment);
}
