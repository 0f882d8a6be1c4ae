import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { ROOT } from '../src/root.ts';

const exec = promisify(execFile);
const PROCESSES = ['GATEWAY', 'IDENTITY', 'COMMERCE', 'LICENSING', 'SUPPORT'];
/** Every variable without which docker-compose does not start. */
export const SECRETS = [
  'PUBLIC_URL',
  'ACTOR_SIGNING_KEYS',
  'ACTOR_VERIFY_KEYS',
  'PAGE_TOKEN_SECRET',
  'IDENTITY_SEAL_KEYS',
  'COMMERCE_SEAL_KEYS',
  'LICENSING_SEAL_KEYS',
  'SUPPORT_SEAL_KEYS',
  'LICENSE_KEY_SEAL_KEYS',
  'CREDENTIAL_SEAL_KEYS',
  'ERASURE_SEAL_KEYS',
  'LICENSE_SIGNING_SEED',
  'LICENSE_ROOT_SEED',
  'LICENSE_INDEX_SECRET',
  'MONGODB_ROOT_PASSWORD',
  'MONGODB_REPLICA_KEY',
  ...PROCESSES.flatMap((name) => [`${name}_DATABASE_PASSWORD`, `${name}_NATS_PASSWORD`]),
  'BACKUP_DATABASE_PASSWORD',
  'STREAMS_NATS_PASSWORD',
  'OPERATOR_NATS_PASSWORD',
  'SYSTEM_NATS_PASSWORD',
  'POSTMARK_SERVER_TOKEN',
  'MAIL_FROM',
  'RELEASE_SIGNING_SEED',
  'TRUST_PROXY',
];

/** Cached by environment, so that docker-compose runs once for each. */
const configs: Record<string, Promise<{ stdout: string }>> = {};

/** The configuration that docker-compose makes with a value for each secret. */
export async function composeConfig({
  without,
  ...others
}: { without?: string } & Record<string, string> = {}): Promise<string> {
  const secrets = SECRETS.filter((name) => name !== without).map((name) => [name, `given-${name}`]);
  const { PATH, HOME, DOCKER_COMPOSE = 'docker-compose' } = process.env;
  const fixed = { PATH, HOME, COMPOSE_PROFILES: 'backup,monitoring' };
  const env = { ...fixed, ...Object.fromEntries(secrets), ...others };
  const running = (configs[JSON.stringify(env)] ??= exec(DOCKER_COMPOSE, ['config'], { cwd: ROOT, env }));
  return (await running).stdout;
}

/** The environment of each service. */
export async function environmentsOf(
  config: Promise<string>,
): Promise<Partial<Record<string, Record<string, string>>>> {
  const { services } = parse(await config) as {
    services: Record<string, { environment?: Record<string, string> }>;
  };
  return Object.fromEntries(
    Object.entries(services).map(([name, { environment = {} }]) => [name, environment]),
  );
}

/** The names of the services: indented by two spaces below `services:`. */
export function servicesOf(config: string): string[] {
  const [, services = ''] = config.split(/^services:$/m);
  const [own = ''] = services.split(/^\S/m);
  return [...own.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name = '']) => name);
}
