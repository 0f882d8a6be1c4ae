import { publicKeys } from '@leadping/service-kit/data/ed25519';
import { join } from 'node:path';
import { natsPassword, type LocalSecrets } from './secrets.ts';

export type ServiceProcess = 'gateway' | 'svc-identity' | 'svc-commerce' | 'svc-licensing' | 'svc-support';

export interface ServiceAddresses {
  publicUrl: string;
  sandboxUrl: string;
  ports: Record<ServiceProcess, number[]>;
}

/** The environment of each process in the local stack, without the variables that differ between instances. */
export function environments(stack: {
  addresses: ServiceAddresses;
  /** The URLs under which the gateway reaches each instance. */
  reached: Record<ServiceProcess, string[]>;
  secrets: LocalSecrets;
  mongodbUri: string;
  natsUrl: string;
  hasNatsUsers: boolean;
  prefix: string | undefined;
  root: string;
  pages: string[];
  dataFolder: string;
}): Record<ServiceProcess, Record<string, string>> {
  const { addresses, secrets, root, pages, dataFolder } = stack;
  const { sandboxUrl, publicUrl } = addresses;
  const common = (name: ServiceProcess) => ({
    NODE_ENV: 'development',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    HOST: '127.0.0.1',
    MONGODB_URI: stack.mongodbUri,
    NATS_URL: stack.natsUrl,
    ...(stack.hasNatsUsers && { NATS_USER: name, NATS_PASSWORD: natsPassword(secrets, name) }),
    ...(stack.prefix ? { DATABASE_PREFIX: `${stack.prefix}-`, NATS_PREFIX: stack.prefix } : {}),
    PUBLIC_URL: publicUrl,
  });
  const shared = {
    ACTOR_VERIFY_KEYS: publicKeys(secrets.ACTOR_SIGNING_KEYS.split(',')).join(','),
    ERASURE_SEAL_KEYS: secrets.ERASURE_SEAL_KEYS,
  };
  const licenseKeys = { LICENSE_KEY_SEAL_KEYS: secrets.LICENSE_KEY_SEAL_KEYS };
  const credentials = { CREDENTIAL_SEAL_KEYS: secrets.CREDENTIAL_SEAL_KEYS };
  const addressesOf = (name: ServiceProcess) =>
    stack.reached[name].map((url) => new URL(url).origin).join(',');
  return {
    'svc-identity': {
      ...common('svc-identity'),
      ...shared,
      ...credentials,
      SEAL_KEYS: secrets.IDENTITY_SEAL_KEYS,
      ADMIN_USERNAME: process.env.ADMIN_USERNAME ?? 'admin',
      // Off in a local stack, so that it opens without set-up. An admin can turn the rule on in the profile.
      STAFF_NEEDS_SECOND_FACTOR: process.env.STAFF_NEEDS_SECOND_FACTOR ?? 'false',
      ...(process.env.ADMIN_EMAIL ? { ADMIN_EMAIL: process.env.ADMIN_EMAIL } : {}),
      ...(process.env.ADMIN_PASSWORD ? { ADMIN_PASSWORD: process.env.ADMIN_PASSWORD } : {}),
    },
    'svc-commerce': {
      ...common('svc-commerce'),
      ...shared,
      ...licenseKeys,
      SEAL_KEYS: secrets.COMMERCE_SEAL_KEYS,
      LOGOS_FOLDER: join(dataFolder, 'logos'),
      STRIPE_API_BASE: sandboxUrl,
      STRIPE_TEST_KEY: secrets.STRIPE_TEST_KEY,
      STRIPE_TEST_WEBHOOK_SECRET: secrets.STRIPE_TEST_WEBHOOK_SECRET,
      OUTBOUND_ALLOW_LOOPBACK_HTTP: 'true',
    },
    'svc-licensing': {
      ...common('svc-licensing'),
      ...shared,
      ...licenseKeys,
      SEAL_KEYS: secrets.LICENSING_SEAL_KEYS,
      LICENSE_SIGNING_SEED: secrets.LICENSE_SIGNING_SEED,
      LICENSE_ROOT_SEED: secrets.LICENSE_ROOT_SEED,
      LICENSE_INDEX_SECRET: secrets.LICENSE_INDEX_SECRET,
    },
    'svc-support': {
      ...common('svc-support'),
      ...shared,
      ...licenseKeys,
      ...credentials,
      SEAL_KEYS: secrets.SUPPORT_SEAL_KEYS,
      POSTMARK_API_BASE: sandboxUrl,
      POSTMARK_SERVER_TOKEN: secrets.POSTMARK_SERVER_TOKEN,
      MAIL_FROM: 'hello@leadping.example',
    },
    gateway: {
      ...common('gateway'),
      ACTOR_SIGNING_KEYS: secrets.ACTOR_SIGNING_KEYS,
      PAGE_TOKEN_SECRET: secrets.PAGE_TOKEN_SECRET,
      IDENTITY_URL: addressesOf('svc-identity'),
      COMMERCE_URL: addressesOf('svc-commerce'),
      LICENSING_URL: addressesOf('svc-licensing'),
      SUPPORT_URL: addressesOf('svc-support'),
      PAYMENT_PAGE_ORIGINS: [sandboxUrl, sandboxUrl.replace('127.0.0.1', 'localhost')].join(','),
      RELEASE_SIGNING_SEED: secrets.RELEASE_SIGNING_SEED,
      RELEASE_TOKENS: secrets.RELEASE_TOKEN,
      ASSETS_FOLDER: join(dataFolder, 'assets'),
      SEED_RELEASES: pages.map((page) => join(root, page, 'dist')).join(','),
    },
  };
}
