import { join } from 'node:path';
import type { LocalSecrets } from './secrets.ts';

export type ServiceProcess = 'gateway' | 'svc-identity' | 'svc-commerce' | 'svc-licensing' | 'svc-support';

export interface ServiceAddresses {
  publicUrl: string;
  sandboxUrl: string;
  /** One for each instance. */
  ports: Record<ServiceProcess, number[]>;
}

/** What each process reads of its environment in the local stack, less what differs between its instances. */
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
  /** Servers of NATS that keep each event. */
  natsReplicas: number;
}): Record<ServiceProcess, Record<string, string>> {
  const { addresses, secrets, root, pages, dataFolder } = stack;
  const { ports, sandboxUrl, publicUrl } = addresses;
  const common = {
    NODE_ENV: 'development',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    HOST: '127.0.0.1',
    MONGODB_URI: stack.mongodbUri,
    NATS_URL: stack.natsUrl,
    ...(stack.prefix ? { DATABASE_PREFIX: `${stack.prefix}-`, NATS_PREFIX: stack.prefix } : {}),
    // NATS reserves it on the disk: a laptop has less to give than a server.
    NATS_STREAM_MAX_MB: '64',
    NATS_REPLICAS: String(stack.natsReplicas),
    INTERNAL_TOKEN_SECRET: secrets.INTERNAL_TOKEN_SECRET,
    SEAL_KEYS: secrets.SEAL_KEYS,
    PUBLIC_URL: publicUrl,
  };
  const addressesOf = (name: ServiceProcess) =>
    ports[name].map((port) => `http://127.0.0.1:${port}`).join(',');
  return {
    'svc-identity': {
      ...common,
      ADMIN_USERNAME: process.env.ADMIN_USERNAME ?? 'admin',
      ...(process.env.ADMIN_EMAIL ? { ADMIN_EMAIL: process.env.ADMIN_EMAIL } : {}),
      ...(process.env.ADMIN_PASSWORD ? { ADMIN_PASSWORD: process.env.ADMIN_PASSWORD } : {}),
    },
    'svc-commerce': {
      ...common,
      STRIPE_API_BASE: sandboxUrl,
      STRIPE_TEST_KEY: secrets.STRIPE_TEST_KEY,
      STRIPE_TEST_WEBHOOK_SECRET: secrets.STRIPE_TEST_WEBHOOK_SECRET,
      OUTBOUND_ALLOW_LOOPBACK_HTTP: 'true',
    },
    'svc-licensing': {
      ...common,
      LICENSE_SIGNING_SEED: secrets.LICENSE_SIGNING_SEED,
      LICENSE_INDEX_SECRET: secrets.LICENSE_INDEX_SECRET,
    },
    'svc-support': {
      ...common,
      POSTMARK_API_BASE: sandboxUrl,
      POSTMARK_SERVER_TOKEN: secrets.POSTMARK_SERVER_TOKEN,
      MAIL_FROM: 'hello@leadping.example',
    },
    gateway: {
      ...common,
      IDENTITY_URL: addressesOf('svc-identity'),
      COMMERCE_URL: addressesOf('svc-commerce'),
      LICENSING_URL: addressesOf('svc-licensing'),
      SUPPORT_URL: addressesOf('svc-support'),
      RELEASE_SIGNING_SEED: secrets.RELEASE_SIGNING_SEED,
      RELEASE_TOKENS: secrets.RELEASE_TOKEN,
      ASSETS_FOLDER: join(dataFolder, 'assets'),
      SEED_RELEASES: pages.map((page) => join(root, page, 'dist')).join(','),
    },
  };
}
