import { contactsOf } from '@leadping/contracts/commerce/contacts';
import { getPricing } from '@leadping/contracts/commerce/pricing-routes';
import {
  EMPTY_SELLER_DETAILS,
  missingDetailsText,
  sellerFacts,
  sellerLine,
  sellerLinks,
} from '@leadping/contracts/commerce/seller-details';
import { claimFigures, DEFAULT_CLAIMS } from '@leadping/contracts/commerce/claims';
import {
  DEFAULT_PROMISES,
  NO_GUARANTEE,
  resellerPromises,
} from '@leadping/contracts/commerce/seller-promises';
import { sellerOfRecord, sellerRole, TAX_TEXTS } from '@leadping/contracts/commerce/seller-tax';
import { getSite } from '@leadping/contracts/commerce/site-routes';
import { getTenant, Tenant } from '@leadping/contracts/commerce/tenant-routes';
import { type CurrencyCode, formatMoney, fromDecimal } from '@leadping/contracts/currency';
import {
  OWN_LOOK,
  type PAGE_PLACEHOLDERS,
  type PAGE_LISTS,
  PAGE_REPLIES_FRESH_MS,
  type PageData,
  type PageList,
  type PageVariant,
  toneVariable,
} from '@leadping/contracts/gateway/page';
import { withTimeout } from '@leadping/service-kit/with-timeout';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Hosts } from '../http/hosts.ts';
import { request } from '../proxy/undici.ts';
import type { Upstreams } from '../proxy/upstreams.ts';
import { slugOf } from './slug.ts';

/** Maximum age of the seller and the claims in the HTML of a page, in ms. They change rarely. */
const SITE_FRESH_MS = 10_000;
/** How long cached replies are used while commerce is unavailable, in ms. */
const USABLE_MS = 5 * 60_000;
/** Timeout of all reads for a page, and of each read, in ms. */
const TIMEOUT_MS = 500;
const MAX_TENANTS = 1000;
/**
 * Maximum number of concurrent reads. Above it, pages are sent as they were rendered, because the addresses are
 * probably invented.
 */
const CONCURRENCY = 50;

const Pricing = getPricing.replies[200];
type Pricing = z.output<typeof Pricing>;
const Site = getSite.replies[200];
type Site = z.output<typeof Site>;

type Lists = { [List in PageList]: Record<keyof (typeof PAGE_LISTS)[List], string>[] };

/** The data that a page is filled with. */
export interface PageReplies {
  variant: Exclude<PageVariant, 'plain'>;
  /** Plain text, not escaped. */
  texts: Record<Exclude<keyof typeof PAGE_PLACEHOLDERS, 'logo'>, string> & { logo: string | null };
  lists: Lists;
  /** Attributes of `<html>` with the reseller's colors. */
  look: string;
  data: PageData;
}

interface CachedReply {
  at: number;
  reply: unknown;
  /** Whether the last refresh failed. Pages then do not wait for commerce. */
  isFailing: boolean;
}

type Ask = (path: string, headers: Record<string, string>) => Promise<unknown>;

interface ReadOptions {
  headers?: Record<string, string>;
  /** Maximum age of a cached reply, in ms. */
  freshMs?: number;
}

/** Caches the last reply to each request. While commerce is unavailable, the cached reply is used. */
function cacheReplies(ask: Ask) {
  const cache = new LRUCache<string, CachedReply>({ max: MAX_TENANTS });
  const underWay = new Map<string, Promise<unknown>>();

  const refresh = (key: string, path: string, headers: Record<string, string>): Promise<unknown> => {
    const started = underWay.get(key);
    if (started) return started;
    if (underWay.size >= CONCURRENCY) return Promise.reject(new Error('too many reads are under way'));
    const reading = ask(path, headers)
      .then((reply) => {
        cache.set(key, { at: Date.now(), reply, isFailing: false });
        return reply;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  };

  return async (
    key: string,
    path: string,
    { headers = {}, freshMs = PAGE_REPLIES_FRESH_MS }: ReadOptions = {},
  ): Promise<unknown> => {
    const last = cache.get(key);
    const age = last ? Date.now() - last.at : Infinity;
    if (last && age < freshMs) return last.reply;
    const isUsable = age < USABLE_MS;
    // The read continues until it gets a connection, but the page does not wait for it.
    const reading = withTimeout(TIMEOUT_MS, refresh(key, path, headers));
    if (last?.isFailing && isUsable) return last.reply;
    const reply = await reading;
    if (reply !== undefined) return reply;
    if (last) cache.set(key, { ...last, isFailing: true });
    if (last && isUsable) return last.reply;
    throw new Error(`${path}: no reply`);
  };
}

/** Reads prices and resellers from commerce for the HTML of pages, at most once a second for each. */
export function openPageReplies({ upstreams, hosts }: { upstreams: Upstreams; hosts: Hosts }) {
  const ask = async (path: string, headers: Record<string, string>): Promise<unknown> => {
    const { pool } = upstreams.balancerOf('svc-commerce').pick().lanes.others;
    const { statusCode, body } = await request(pool, {
      method: 'GET',
      path,
      headers,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const text = await body.text();
    if (statusCode === 404) return null;
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
    return JSON.parse(text);
  };

  const read = cacheReplies(ask);

  const readTenant = async (host: string, pathname: string): Promise<Tenant | null> => {
    const label = hosts.subdomainOf(host);
    const slug = slugOf(pathname);
    if (label === null && slug === undefined) return null;
    const reply = await read(`${label} ${slug}`, getTenant.path, {
      // Send the values of the cache key instead of the caller's headers, which commerce could resolve to another
      // reseller.
      headers: {
        'x-forwarded-host': hosts.hostOf(label),
        ...(slug === undefined ? {} : { 'x-current-path': `/r/${slug}` }),
      },
    });
    return reply === null ? null : Tenant.parse(reply);
  };

  /** Null if it is not known. A page must not lack its price for it, and an older commerce does not have it. */
  const readSite = async (): Promise<Site | null> => {
    const reply = await read('site', getSite.path, { freshMs: SITE_FRESH_MS }).catch(() => null);
    return Site.safeParse(reply).data ?? null;
  };

  return {
    /** @throws if commerce is unreachable and no reply is cached */
    isTenant: async (label: string): Promise<boolean> =>
      (await readTenant(hosts.hostOf(label), '/')) !== null,
    /** Null if commerce is unreachable. The page is then sent as it was rendered, and its scripts load the data. */
    find: async (host: string, pathname: string): Promise<PageReplies | null> => {
      try {
        const [pricing, tenant, site] = await Promise.all([
          read('pricing', getPricing.path).then((reply) => Pricing.parse(reply)),
          readTenant(host, pathname),
          readSite(),
        ]);
        return pageReplies(pathname, { pricing, tenant, site });
      } catch {
        return null;
      }
    },
  };
}

export type FindPageReplies = ReturnType<typeof openPageReplies>['find'];

interface Known {
  pricing: Pricing;
  tenant: Tenant | null;
  site: Site | null;
}

function pageReplies(pathname: string, { pricing, tenant, site }: Known): PageReplies {
  const opened = slugOf(pathname);
  const price = tenant
    ? fromDecimal(tenant.productPrice, tenant.currency)
    : fromDollars(pricing.mainProduct.dollars);
  const promises = resellerPromises(tenant?.promises ?? DEFAULT_PROMISES);
  const taxMode = tenant ? tenant.taxMode : site?.taxMode;
  const taxTexts = taxMode && TAX_TEXTS[taxMode];
  if (!price) throw new Error('the price of a reseller is unreadable');
  return {
    variant: tenant ? 'tenant' : 'own',
    texts: {
      price: formatMoney(price, { trimZeros: true }),
      fee: formatMoney(fromDollars(pricing.reseller.dollars), { trimZeros: true }),
      tenantName: tenant?.businessName ?? '',
      slug: opened ?? tenant?.slug ?? '',
      logo: tenant?.logoUrl ?? null,
      supportReply: promises.supportReply,
      refund: promises.refund,
      guaranteeFact: promises.guarantee ?? NO_GUARANTEE,
      taxTerms: taxTexts?.terms ?? '',
      sellerRole: sellerRole(taxMode),
    },
    lists: {
      ...resellerLists(tenant),
      ...siteLists(tenant, site),
      guarantee: tenant ? single(promises.guarantee) : [],
      testMode: (tenant ?? pricing).isTest ? [{}] : [],
      taxNote: single(taxTexts?.note ?? null),
      sellerOfRecord: single(sellerOfRecord(taxMode)),
    },
    look: lookOf(tenant),
    data: [
      [[getPricing.path], pricing],
      [[getTenant.path, opened === undefined ? '/' : `/r/${opened}`], tenant],
      ...(site ? [[[getSite.path], site] satisfies PageData[number]] : []),
    ],
  };
}

const single = (text: string | null) => (text ? [{ text }] : []);

function resellerLists(tenant: Tenant | null): Pick<Lists, 'question' | 'contact'> {
  if (!tenant) return { question: [], contact: [] };
  const { salesPage } = tenant;
  const questions = salesPage.questions.map((entry, index) => ({ ...entry, index: String(index) }));
  return { question: questions, contact: contactsOf(salesPage).map((contact) => ({ ...contact })) };
}

/** The page's seller, and the claims about the product. */
function siteLists(
  tenant: Tenant | null,
  site: Site | null,
): Omit<Lists, 'question' | 'contact' | 'guarantee' | 'testMode' | 'taxNote' | 'sellerOfRecord'> {
  const claims = site?.claims ?? DEFAULT_CLAIMS;
  const seller = tenant ? (tenant.sellerDetails ?? EMPTY_SELLER_DETAILS) : site?.seller;
  return {
    claim: claimFigures(claims),
    testimonial: claims.testimonials,
    sellerFact: seller ? sellerFacts(seller) : [],
    sellerLink: seller ? sellerLinks(seller) : [],
    sellerMissing: single(seller ? missingDetailsText(seller) : null),
    sellerLine: single(seller ? sellerLine(seller) : null),
  };
}

/** Needs no escaping: names are constants, and the contract restricts the values to colors. */
function lookOf(tenant: Tenant | null): string {
  if (!tenant?.tones) return '';
  const variables = Object.entries(tenant.tones).flatMap(([mode, tones]) =>
    Object.entries(tones).map(([tone, color]) => `${toneVariable(mode as 'light' | 'dark', tone)}:${color}`),
  );
  return ` data-look="${OWN_LOOK}" style="${variables.join(';')}"`;
}

const fromDollars = (dollars: number): { amountMinor: number; currency: CurrencyCode } => ({
  amountMinor: Math.round(dollars * 100),
  currency: 'USD',
});
