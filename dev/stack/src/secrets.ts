import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NATS_USERS, passwordVariable } from './nats-conf.ts';

/**
 * The secrets that a production set-up receives. The local stack creates its own once and stores them with its
 * data.
 */
export interface LocalSecrets {
  ACTOR_SIGNING_KEYS: string;
  PAGE_TOKEN_SECRET: string;
  IDENTITY_SEAL_KEYS: string;
  COMMERCE_SEAL_KEYS: string;
  LICENSING_SEAL_KEYS: string;
  SUPPORT_SEAL_KEYS: string;
  LICENSE_KEY_SEAL_KEYS: string;
  CREDENTIAL_SEAL_KEYS: string;
  ERASURE_SEAL_KEYS: string;
  /** The NATS passwords of the processes are derived from it. */
  NATS_SECRET: string;
  LICENSE_SIGNING_SEED: string;
  LICENSE_ROOT_SEED: string;
  LICENSE_INDEX_SECRET: string;
  RELEASE_SIGNING_SEED: string;
  RELEASE_TOKEN: string;
  STRIPE_TEST_KEY: string;
  STRIPE_TEST_WEBHOOK_SECRET: string;
  POSTMARK_SERVER_TOKEN: string;
}

const hex = () => randomBytes(32).toString('hex');
/** `<key id>:<64 hex digits>`, the newest first. */
const keyList = (older?: string) => [`k${Date.now().toString(36)}:${hex()}`, older].filter(Boolean).join(',');

export async function localSecrets(dataFolder: string): Promise<LocalSecrets> {
  const file = join(dataFolder, 'secrets.json');
  const kept = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Partial<LocalSecrets & { SEAL_KEYS: string }>,
    () => ({}) as Partial<LocalSecrets & { SEAL_KEYS: string }>,
  );
  // Keeps the earlier shared key, so that its data can still be decrypted.
  const older = kept.SEAL_KEYS;
  const secrets: LocalSecrets = {
    ACTOR_SIGNING_KEYS: keyList(),
    PAGE_TOKEN_SECRET: hex(),
    IDENTITY_SEAL_KEYS: keyList(older),
    COMMERCE_SEAL_KEYS: keyList(older),
    LICENSING_SEAL_KEYS: keyList(older),
    SUPPORT_SEAL_KEYS: keyList(older),
    LICENSE_KEY_SEAL_KEYS: keyList(older),
    CREDENTIAL_SEAL_KEYS: keyList(older),
    ERASURE_SEAL_KEYS: keyList(older),
    NATS_SECRET: hex(),
    LICENSE_SIGNING_SEED: hex(),
    LICENSE_ROOT_SEED: hex(),
    LICENSE_INDEX_SECRET: hex(),
    RELEASE_SIGNING_SEED: hex(),
    RELEASE_TOKEN: hex(),
    STRIPE_TEST_KEY: `sk_test_${randomBytes(16).toString('hex')}`,
    STRIPE_TEST_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64url')}`,
    POSTMARK_SERVER_TOKEN: hex(),
    ...kept,
  };
  await mkdir(dataFolder, { recursive: true });
  await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}

export function natsPassword({ NATS_SECRET }: LocalSecrets, user: string): string {
  // Starts with a letter, because nats-server would read digits in its environment as a number.
  return `n${createHmac('sha256', NATS_SECRET).update(user).digest('hex')}`;
}

/** The environment variables that `deploy/nats.conf` reads. */
export function natsPasswords(secrets: LocalSecrets): Record<string, string> {
  return Object.fromEntries(
    [...NATS_USERS, 'system'].map((user) => [passwordVariable(user), natsPassword(secrets, user)]),
  );
}
