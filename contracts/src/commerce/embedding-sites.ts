import { z } from 'zod';
import { MAX_EMBEDDING_SITES } from './sales-page-limits.ts';

const error = 'Enter an address that begins with https://, such as https://www.example.com.';

/** A name with a dot whose last label begins with a letter, so neither an IP address nor a local machine. */
const HOSTNAME = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/;

/** The host with its port and any user info. */
const hostOf = (address: string) => address.split('/', 3)[2] ?? '';

const Site = z
  .url({ protocol: /^https$/, hostname: HOSTNAME, normalize: true, abort: true, error })
  .max(2000)
  .refine((address) => !hostOf(address).includes('@'), 'Enter the address without a user name or password.')
  .overwrite((address) => `https://${hostOf(address)}`);

/**
 * Sites that embed a reseller's page, as origins in the format of browsers. Other parts of a typed address are
 * dropped.
 */
export const EmbeddingSites = z
  .array(Site)
  .overwrite((sites) => [...new Set(sites)])
  .max(MAX_EMBEDDING_SITES, `At most ${MAX_EMBEDDING_SITES} sites.`);
