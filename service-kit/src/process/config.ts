import { z } from 'zod';
import { splitKey } from '../data/ed25519.ts';

/** A switch in the environment: only `true` or `false`. */
export const Flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** 32 bytes as 64 hexadecimal digits. */
export const HexKey = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits (32 bytes)');

/** Keys with ids: `<key id>:<64 hex digits>`, newest first, separated by commas. */
export const KeyList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(
    z
      .array(z.string().regex(/^[a-z0-9]{1,16}:[0-9a-f]{64}$/, 'each must be <key id>:<64 hex digits>'))
      .min(1)
      // Two keys with one id would seal under the same id, and secrets of one of them could not be opened.
      .refine((keys) => new Set(keys.map((key) => splitKey(key)[0])).size === keys.length, {
        message: 'each key needs an id of its own',
      }),
  );

/** Environment of every process. */
export const BaseConfig = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(0),
  /**
   * After SIGTERM a process reports not ready but still serves for this time, so that the load balancer notices before
   * a call is refused.
   */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  /**
   * Serves `/metrics` on a separate port. Without it a service serves them on its own port, and the gateway not at all.
   */
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://'),
  /** Prefix of every database name, so that several stacks can share one server. */
  DATABASE_PREFIX: z
    .string()
    .regex(/^[a-z0-9_-]{0,30}$/)
    .default('leadping-'),
  /** `tls://` instead of `nats://` requires TLS with a trusted certificate. */
  NATS_URL: z.string().min(1),
  /** Certificate authority of NATS in PEM; the public ones by default. For MongoDB, use `tlsCAFile` in its address. */
  NATS_CA_FILE: z.string().min(1).optional(),
  /** NATS user of this process. The user may only publish and read what the process needs. */
  NATS_USER: z.string().min(1).optional(),
  NATS_PASSWORD: z.string().min(1).optional(),
  /** Prefix of every stream and subject, for the same reason. */
  NATS_PREFIX: z
    .string()
    .regex(/^[a-z0-9-]{0,30}$/)
    .default(''),
  /** Sends traces to this OTLP collector. Without it OpenTelemetry is not even loaded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  /** The platform's public address. Links in mails and redirects use it, never a request's host. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, '')),
  /** For crash tests: kills the process at a named step, `<name>` or `<name>@<nth time>`. */
  FAILPOINT: z.string().optional(),
});
export type BaseConfig = z.infer<typeof BaseConfig>;

/** Environment of the process that declares streams (`src/streams`). */
export const StreamsConfig = BaseConfig.pick({
  NODE_ENV: true,
  LOG_LEVEL: true,
  NATS_URL: true,
  NATS_CA_FILE: true,
  NATS_USER: true,
  NATS_PASSWORD: true,
  NATS_PREFIX: true,
}).extend({
  /** Number of servers that store each event: 1 on one server, 3 in a cluster. */
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** Disk space for one producer's events. NATS reserves it at once. If the stream is full, events wait in their outboxes. */
  NATS_STREAM_MAX_MB: z.coerce.number().positive().default(64),
});

/** Environment of every service. A service extends it with its own variables. */
export const ServiceConfig = BaseConfig.extend({
  /** Public keys of the gateway. Only the gateway signs actors. */
  ACTOR_VERIFY_KEYS: KeyList,
  /** Seals this service's own secrets at rest. No other process has them. */
  SEAL_KEYS: KeyList,
  /** Seals the address of an erased person in the event that every service reads. */
  ERASURE_SEAL_KEYS: KeyList,
});
export type ServiceConfig = z.infer<typeof ServiceConfig>;

export class ConfigError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`The environment is not complete:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

const EXAMPLE_SECRETS =
  /^(0+|1+|(0123456789abcdef)+|deadbeef.*|changeme.*|example.*|your[-_ ].*|test[-_]?token.*|postmark_api_test)$/i;

/**
 * Every secret of the platform. In production a process refuses secrets that it does not read, because it could leak
 * them.
 */
const SECRETS = [
  'ACTOR_SIGNING_KEYS',
  'ADMIN_PASSWORD',
  'CREDENTIAL_SEAL_KEYS',
  'ERASURE_SEAL_KEYS',
  'LICENSE_INDEX_SECRET',
  'LICENSE_KEY_SEAL_KEYS',
  'LICENSE_ROOT_SEED',
  'LICENSE_SIGNING_SEED',
  'PAGE_TOKEN_SECRET',
  'POSTMARK_SERVER_TOKEN',
  'RELEASE_SIGNING_SEED',
  'RELEASE_TOKENS',
  'S3_SECRET_ACCESS_KEY',
  'SEAL_KEYS',
];

/**
 * Parses the environment once. In production, example secrets, secrets of other processes, plain http and failpoints
 * are faults.
 * @throws {ConfigError} with all faults, not only the first
 */
export function parseConfig<S extends z.ZodType>(
  schema: S,
  env: Record<string, string | undefined>,
): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  const faults = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (env.NODE_ENV === 'production') faults.push(...foreignSecrets(schema, given), ...productionFaults(env));
  if (!result.success || faults.length > 0) throw new ConfigError(faults);
  return result.data;
}

function foreignSecrets(schema: z.ZodType, given: Record<string, string | undefined>): string[] {
  const own = schema instanceof z.ZodObject ? schema.shape : {};
  return SECRETS.filter((name) => given[name] !== undefined && !(name in own)).map(
    (name) => `${name}: belongs to another process; this one must not have it`,
  );
}

function productionFaults(env: Record<string, string | undefined>): string[] {
  const faults: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!/(_SECRET|_KEYS?|_SEEDS?|_PASSWORD|_TOKENS?)$/.test(name) || !value) continue;
    // Every key of a list counts, because older keys still open secrets.
    const secrets = value.split(',').map((entry) => entry.split(':').at(-1) ?? entry);
    if (secrets.some((secret) => EXAMPLE_SECRETS.test(secret))) faults.push(`${name}: is an example value`);
  }
  if (env.PUBLIC_URL && !env.PUBLIC_URL.startsWith('https://')) {
    faults.push('PUBLIC_URL: must begin with https:// in production');
  }
  if (env.FAILPOINT) faults.push('FAILPOINT: is for tests only');
  return faults;
}

/** Reads the process's environment. If it has faults, lists them and exits with code 78 (EX_CONFIG). */
export function readConfig<S extends z.ZodType>(schema: S): z.output<S> {
  try {
    return parseConfig(schema, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(78);
  }
}
