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
 * `false`, or the addresses and networks of the proxies whose `X-Forwarded-*` headers are believed. Not `true`: anybody
 * could then write the address that limits count by.
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
  // A network of half the internet is `true` by another name.
  return ipaddr.isValidCIDR(text) && ipaddr.parseCIDR(text)[1] >= 8;
}

const ReleaseToken = z
  .string()
  .regex(
    // backtracks: the operator's own environment
    /^(?:(?:preview@)?[a-z][a-z0-9-]*:)?[\w-]{32,}$/,
    'must be <token>, <app>:<token> or preview@<app>:<token>, a token of 32 characters or more',
  )
  .transform((text) => {
    const [owner, token] = text.includes(':') ? text.split(':') : [null, text];
    const previewsOnly = owner?.startsWith('preview@') ?? false;
    return { app: owner?.replace('preview@', '') ?? null, token: token ?? '', previewsOnly };
  });

/** What the gateway reads of its environment. */
export const GatewayConfig = BaseConfig.extend({
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  /** Processes that share the port: one a core, where a machine has cores to spare. */
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  /** Signs who makes a request, for the services: `<key id>:<64 hex digits>`, an Ed25519 seed; the first signs. */
  ACTOR_SIGNING_KEYS: KeyList,
  /** Ties reports of pages to pages that were served. */
  PAGE_TOKEN_SECRET: HexKey,
  /** Where each service's instances are. */
  IDENTITY_URL: ServiceUrls,
  COMMERCE_URL: ServiceUrls,
  LICENSING_URL: ServiceUrls,
  SUPPORT_URL: ServiceUrls,
  /** Maximum of active calls to services. Usual calls are refused from 40 % of it on. */
  MAX_ACTIVE_CALLS: z.coerce.number().int().min(10).default(1500),
  /** Without it nobody's headers are believed; production has to say so. */
  TRUST_PROXY: TrustProxy.optional(),
  /**
   * Sends `103 Early Hints` before a page. A proxy that does not know them takes them for the reply (nginx before 1.29), and
   * browsers heed them over HTTP/2 alone, so that they are for a proxy that passes them on.
   */
  EARLY_HINTS: Flag.default(false),
  /** Signs release documents; a document with another signature is never served. 32 bytes in hexadecimal. */
  RELEASE_SIGNING_SEED: HexKey,
  /**
   * Release tokens, separated by commas: `<token>` for every app, `<app>:<token>` for one app. A token `preview@<app>:<token>`
   * can only upload and show previews of one app.
   */
  RELEASE_TOKENS: z.string().default('').transform(splitList).pipe(z.array(ReleaseToken)),
  /** Folders of built apps that are published where the registry is empty, and outside production where they changed. */
  SEED_RELEASES: z.string().default('').transform(splitList),
  /** The folder of the apps' files, unless `S3_BUCKET` names a bucket. */
  ASSETS_FOLDER: z.string().min(1).default('.data/assets'),
  /** A bucket of an S3-compatible store instead of the folder; all five belong together. */
  S3_BUCKET: BucketName,
  ...BUCKET_ACCESS,
  /** How long open tabs may still load the files of a release that was replaced. */
  RELEASE_KEEP_DAYS: z.coerce.number().min(1).max(365).default(14),
  /** Where this instance keeps the last good release document for the time without a database. */
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
