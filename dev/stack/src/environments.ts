import { join } from 'node:path';
import type { LocalSecrets } from './secrets.ts';

export type ServiceProcess = 'gateway' | 'svc-identity' | 'svc-commerce' | 'svc-licensing' | 'svc-support';

export interface ServiceAddresses {
  publicUrl: string;
  sandboxUrl: string;
  ports: Record<ServiceProcess, number>;
}

/** What each process reads of its environment in the local stack; `.env.example` explains every name. */
export function environments(stack: {
  addresses: ServiceAddresses;
  secrets: LocalSecrets;
  mongodbUri: string;
  natsUrl: string;
  prefix: string | undefined;
  root: string;
  /** The folders of the shell and the remotes. */
  pages: string[];
  dataFolder: string;
}): Record<ServiceProcess, Record<string, string>> {
  const { addresses, secrets, root, pages, dataFolder } = stack;
  const { ports, sandboxUrl, publicUrl } = addresses;
  const common = (name: ServiceProcess) => ({
    NODE_ENV: 'development',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    HOST: '127.0.0.1',
    PORT: String(ports[name]),
    MONGODB_URI: stack.mongodbUri,
    NATS_URL: stack.natsUrl,
    ...(stack.prefix ? { DATABASE_PREFIX: `${stack.prefix}-`, NATS_PREFIX: stack.prefix } : {}),
    // NATS reserves it on the disk: a laptop has less to give than a server.
    NATS_STREAM_MAX_MB: '64',
    INTERNAL_TOKEN_SECRET: secrets.INTERNAL_TOKEN_SECRET,
    SEAL_KEYS: secrets.SEAL_KEYS,
    PUBLIC_URL: publicUrl,
  });
  const address = (name: ServiceProcess) => `http://127.0.0.1:${ports[name]}`;
  return {
    'svc-identity': {
      ...common('svc-identity'),
      ADMIN_USERNAME: process.env.ADMIN_USERNAME ?? 'admin',
      ...(process.env.ADMIN_EMAIL ? { ADMIN_EMAIL: process.env.ADMIN_EMAIL } : {}),
      ...(process.env.ADMIN_PASSWORD ? { ADMIN_PASSWORD: process.env.ADMIN_PASSWORD } : {}),
    },
    'svc-commerce': {
      ...common('svc-commerce'),
      STRIPE_API_BASE: sandboxUrl,
      STRIPE_TEST_KEY: secrets.STRIPE_TEST_KEY,
      STRIPE_TEST_WEBHOOK_SECRET: secrets.STRIPE_TEST_WEBHOOK_SECRET,
      OUTBOUND_ALLOW_LOOPBACK_HTTP: 'true',
    },
    'svc-licensing': {
      ...common('svc-licensing'),
      LICENSE_SIGNING_SEED: secrets.LICENSE_SIGNING_SEED,
      LICENSE_INDEX_SECRET: secrets.LICENSE_INDEX_SECRET,
    },
    'svc-support': {
      ...common('svc-support'),
      POSTMARK_API_BASE: sandboxUrl,
      POSTMARK_SERVER_TOKEN: secrets.POSTMARK_SERVER_TOKEN,
      MAIL_FROM: 'hello@leadping.example',
    },
    gateway: {
      ...common('gateway'),
      IDENTITY_URL: address('svc-identity'),
      COMMERCE_URL: address('svc-commerce'),
      LICENSING_URL: address('svc-licensing'),
      SUPPORT_URL: address('svc-support'),
      RELEASE_SIGNING_SEED: secrets.RELEASE_SIGNING_SEED,
      RELEASE_TOKENS: secrets.RELEASE_TOKEN,
      ASSETS_FOLDER: join(dataFolder, 'assets'),
      STATE_FOLDER: join(dataFolder, 'gateway'),
      SEED_RELEASES: pages.map((page) => join(root, page, 'dist')).join(','),
    },
  };
}
