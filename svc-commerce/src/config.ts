import { Flag, KeyList, ServiceConfig } from '@leadping/service-kit/process/config';
import { BUCKET_ACCESS, BucketName, missingAccess } from '@leadping/service-kit/storage/open-store';
import { z } from 'zod';
import { STRIPE_ENVIRONMENT } from './payment-provider/stripe/environment.ts';

const DEVELOPMENT_ONLY = ['STRIPE_API_BASE', 'STRIPE_TEST_KEY', 'STRIPE_TEST_WEBHOOK_SECRET'] as const;

/** The environment of this service. Payment keys of a real platform are settings of the admin, never environment. */
export const CommerceConfig = ServiceConfig.extend({
  /** Seals license keys in events and beside the orders: shared by licensing, commerce and support. */
  LICENSE_KEY_SEAL_KEYS: KeyList,
  /** The folder of the resellers' logos, which all instances share, unless `LOGOS_BUCKET` names a bucket. */
  LOGOS_FOLDER: z.string().min(1).default('.data/logos'),
  /**
   * A bucket of an S3-compatible store for logos only, because the gateway deletes unknown files from its own bucket.
   */
  LOGOS_BUCKET: BucketName,
  ...BUCKET_ACCESS,
  ...STRIPE_ENVIRONMENT,
  /** Lets order webhooks reach plain http on this machine: the sandbox's inbox. */
  OUTBOUND_ALLOW_LOOPBACK_HTTP: Flag.default(false),
  /** Name servers for outgoing webhooks, as `1.1.1.1,9.9.9.9:53`; the machine's own by default. */
  OUTBOUND_DNS_SERVERS: z
    .string()
    .transform((list) => list.split(',').map((server) => server.trim()))
    .optional(),
}).superRefine((config, context) => {
  for (const name of missingAccess(config.LOGOS_BUCKET, config)) {
    context.addIssue({ code: 'custom', path: [name], message: 'belongs to LOGOS_BUCKET' });
  }
  if (config.NODE_ENV !== 'production') return;
  const refused: string[] = DEVELOPMENT_ONLY.filter((name) => config[name] !== undefined);
  if (config.OUTBOUND_ALLOW_LOOPBACK_HTTP) refused.push('OUTBOUND_ALLOW_LOOPBACK_HTTP');
  for (const name of refused) {
    context.addIssue({ code: 'custom', path: [name], message: 'is for development and tests only' });
  }
});
export type CommerceConfig = z.infer<typeof CommerceConfig>;
