import { BaseConfig, Flag, HexKey, KeyList } from '@leadping/service-kit/process/config';
import { BUCKET_ACCESS, BucketName, missingAccess } from '@leadping/service-kit/storage/open-store';
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { z } from 'zod';

const ServiceUrl = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

const splitList = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

const ServiceUrls = z.string().transform(splitList).pipe(z.array(ServiceUrl).min(1));

/**
 * `false`, or the addresses and networks of the proxies whose `X-Forwarded-*` headers are trusted. Not `true`,
 * because every client could then choose the address that rate limits count by.
 */
const TrustProxy = z
  .string()
  .min(1, 'must be false, loopback or a list of addresses and networks')
  .transform((text) => (text === 'false' ? [] : splitList(text)))
  .refine(
    (list) => list.every(isAddressOrNetwork),
    'must be false, loopback or a list of addresses and networks',
  )
  .transform((list): false | string[] => (list.length === 0 ? false : list));

function isAddressOrNetwork(text: string): boolean {
  if (text === 'loopback') return true;
  if (!text.includes('/')) return isIP(text) !== 0;
  // A network of half the internet is equivalent to `true`.
  return ipaddr.isValidCIDR(text) && ipaddr.parseCIDR(text)[1] >= 8;
}

const ReleaseToken = z
  .string()
  .regex(
    /^(?:(?:preview@)?[a-z][a-z0-9-]*:)?[\w-]{32,}$/,
    'must be <token>, <app>:<token> or preview@<app>:<token>, a token of 32 characters or more',
  )
  .transform((text) => {
    const [owner, token] = text.includes(':') ? text.split(':') : [null, text];
    const previewsOnly = owner?.startsWith('preview@') ?? false;
    return { app: owner?.replace('preview@', '') ?? null, token: token ?? '', previewsOnly };
  });

/** The gateway's environment variables. */
export const GatewayConfig = BaseConfig.extend({
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  /** Processes that share the port: one per core, if the machine has spare cores. */
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  /**
   * Signs the caller's identity for the services: `<key id>:<64 hex digits>`, an Ed25519 seed. The first key signs.
   */
  ACTOR_SIGNING_KEYS: KeyList,
  /** Signs the tokens that tie a page's reports to a page that was served. */
  PAGE_TOKEN_SECRET: HexKey,
  /** Addresses of each service's instances. */
  IDENTITY_URL: ServiceUrls,
  COMMERCE_URL: ServiceUrls,
  LICENSING_URL: ServiceUrls,
  SUPPORT_URL: ServiceUrls,
  /**
   * Origins of payment pages to which the buy button's form may be redirected: the payment provider's, and own domains of
   * sellers there. Buyers of others get a page with a link.
   */
  PAYMENT_PAGE_ORIGINS: z
    .string()
    .default('https://checkout.stripe.com')
    .transform(splitList)
    .pipe(z.array(ServiceUrl)),
  /** Maximum number of active calls to services. Usual calls are refused above 40 % of it. */
  MAX_ACTIVE_CALLS: z.coerce.number().int().min(10).default(1500),
  /** If absent, no forwarded header is trusted. Required in production. */
  TRUST_PROXY: TrustProxy.optional(),
  /**
   * Sends `103 Early Hints` before a page. Set it only if the proxy in front forwards them: older proxies take them
   * for the reply (nginx before 1.29), and browsers use them only over HTTP/2.
   */
  EARLY_HINTS: Flag.default(false),
  /** Signs release documents. A document with another signature is never served. 32 bytes in hexadecimal. */
  RELEASE_SIGNING_SEED: HexKey,
  /**
   * Release tokens, separated by commas: `<token>` for every app, `<app>:<token>` for one app. A token `preview@<app>:<token>`
   * can only upload and show previews of one app.
   */
  RELEASE_TOKENS: z.string().default('').transform(splitList).pipe(z.array(ReleaseToken)),
  /**
   * Folders of built apps to publish if the registry is empty. Outside production, changed builds are published too.
   */
  SEED_RELEASES: z.string().default('').transform(splitList),
  /** The folder of the apps' files, used if `S3_BUCKET` is not set. */
  ASSETS_FOLDER: z.string().min(1).default('.data/assets'),
  /** A bucket of an S3-compatible store instead of the folder. All five variables are required together. */
  S3_BUCKET: BucketName,
  ...BUCKET_ACCESS,
  /** How many days open tabs can load the files of a replaced release. */
  RELEASE_KEEP_DAYS: z.coerce.number().min(1).max(365).default(14),
  /** Where this instance keeps the last good release document, to serve it while the database is unavailable. */
  STATE_FOLDER: z.string().min(1).default('.data/gateway'),
}).superRefine((config, issues) => {
  if (config.NODE_ENV === 'production' && config.TRUST_PROXY === undefined) {
    const message = 'is missing: false, or the addresses and networks of the proxies in front';
    issues.addIssue({ code: 'custom', path: ['TRUST_PROXY'], message });
  }
  for (const name of missingAccess(config.S3_BUCKET, config)) {
    issues.addIssue({ code: 'custom', path: [name], message: 'belongs to S3_BUCKET' });
  }
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;
