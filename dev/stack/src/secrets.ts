import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a production set-up would be given; the local stack makes its own once and keeps them with its data. */
export interface LocalSecrets {
  INTERNAL_TOKEN_SECRET: string;
  SEAL_KEYS: string;
  LICENSE_SIGNING_SEED: string;
  LICENSE_INDEX_SECRET: string;
  RELEASE_SIGNING_SEED: string;
  RELEASE_TOKEN: string;
  STRIPE_TEST_KEY: string;
  STRIPE_TEST_WEBHOOK_SECRET: string;
  POSTMARK_SERVER_TOKEN: string;
}

const hex = () => randomBytes(32).toString('hex');

export async function localSecrets(dataFolder: string): Promise<LocalSecrets> {
  const file = join(dataFolder, 'secrets.json');
  const kept = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Partial<LocalSecrets>,
    () => ({}),
  );
  const secrets: LocalSecrets = {
    INTERNAL_TOKEN_SECRET: hex(),
    SEAL_KEYS: `local:${hex()}`,
    LICENSE_SIGNING_SEED: hex(),
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
