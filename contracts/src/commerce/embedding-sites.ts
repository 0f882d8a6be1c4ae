import { z } from 'zod';
import { MAX_EMBEDDING_SITES } from './sales-page-limits.ts';

const error = 'Enter an address that begins with https://, such as https://www.example.com.';

/** A name with a dot whose last part begins with a letter: no IP address, and no machine of the visitor's own. */
const HOSTNAME = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/;

/** With its port, and whatever a browser would sign in with. */
const hostOf = (address: string) => address.split('/', 3)[2] ?? '';

const Site = z
  .url({ protocol: /^https$/, hostname: HOSTNAME, normalize: true, abort: true, error })
  .max(2000)
  .refine((address) => !hostOf(address).includes('@'), 'Enter the address without a user name or password.')
  .overwrite((address) => `https://${hostOf(address)}`);

/**
 * The sites of others that a reseller puts their page into, as origins in the form in which browsers name them: of a typed
 * address the rest is dropped.
 */
export const EmbeddingSites = z
  .array(Site)
  .overwrite((sites) => [...new Set(sites)])
  .max(MAX_EMBEDDING_SITES, `At most ${MAX_EMBEDDING_SITES} sites.`);
