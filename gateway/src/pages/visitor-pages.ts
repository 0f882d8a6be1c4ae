import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Assets } from '../assets/asset-cache.ts';
import type { Sessions } from '../guards/sessions.ts';
import type { Hosts } from '../http/hosts.ts';
import { developerOf } from '../previews/developer.ts';
import { readPreviewToken } from '../previews/preview-cookie.ts';
import { type Preview, type Previews, withPreview } from '../previews/previews.ts';
import { bucketAssigner, groupsOf, hasCanary } from '../releases/canary.ts';
import type { Registry } from '../releases/registry.ts';
import { variantOf, type Variant } from '../releases/variant.ts';
import { readBucket, saveBucket } from '../releases/visitor-bucket.ts';
import { writePage, type Page, type PagePlan } from './page.ts';
import { textReader } from './read-text.ts';

/** Maximum number of cached pages of a variant. A release has fewer. */
const MAX_PAGES = 500;
/** Maximum number of cached combinations of releases. */
const MAX_VARIANTS = 64;

/** The pages of one variant. Each is written on first request. */
export interface PageCache {
  /** The preview that only this browser sees instead of the released build. */
  preview: Preview | null;
  variant: Variant;
  pages: LRUCache<string, Promise<Page | null>>;
}

/** Finds the releases of a visitor: those of their bucket, or the preview that they opened. */
export interface VisitorPages {
  cacheFor: (request: FastifyRequest, reply: FastifyReply) => Promise<PageCache>;
  /** @returns null if a file of the page cannot be read. */
  render: (cache: PageCache, plan: PagePlan) => Promise<Page | null>;
}

interface VisitorPagesOptions {
  registry: Registry;
  assets: Assets;
  hosts: Hosts;
  previews: Previews;
  sessions: Sessions;
  isProduction: boolean;
}

export function openVisitorPages(options: VisitorPagesOptions): VisitorPages {
  const { registry, previews, sessions } = options;
  const bucketOf = visitorBuckets(options.isProduction);
  const caches = new LRUCache<string, PageCache>({ max: MAX_VARIANTS });
  registry.onChange(() => caches.clear());
  const pageCache = () => new LRUCache<string, Promise<Page | null>>({ max: MAX_PAGES });

  const releasedCache = (request: FastifyRequest, reply: FastifyReply): PageCache => {
    const state = registry.current();
    const groups = hasCanary(state) ? groupsOf(state, bucketOf(request, reply)) : new Set<string>();
    const key = [...groups].sort().join();
    const kept = caches.get(key);
    if (kept) return kept;
    const cache = { preview: null, variant: variantOf(state, groups), pages: pageCache() };
    caches.set(key, cache);
    return cache;
  };

  /** A preview is shown only to the signed-in user who opened it. */
  const findOwnPreview = async (token: string, request: FastifyRequest): Promise<Preview | null> => {
    const preview = await previews.find(token);
    if (!preview?.userId) return null;
    const developer = await developerOf(sessions, request).catch(() => null);
    return developer?.userId === preview.userId ? preview : null;
  };

  /** Pages of a preview are not cached, because only one developer requests them. */
  const cacheFor = async (request: FastifyRequest, reply: FastifyReply): Promise<PageCache> => {
    const token = readPreviewToken(request, options.isProduction);
    const preview = token === null ? null : await findOwnPreview(token, request);
    if (!preview) return releasedCache(request, reply);
    const variant = variantOf(withPreview(registry.current(), preview), new Set());
    return { preview, variant, pages: pageCache() };
  };

  return { cacheFor, render: pageRenderer(options) };
}

function visitorBuckets(isProduction: boolean) {
  const assignBucket = bucketAssigner();
  return (request: FastifyRequest, reply: FastifyReply): number => {
    const kept = readBucket(request, isProduction);
    if (kept !== null) return kept;
    const bucket = assignBucket();
    saveBucket(reply, bucket, isProduction);
    return bucket;
  };
}

function pageRenderer({ assets, hosts }: VisitorPagesOptions): VisitorPages['render'] {
  const readText = textReader(assets);
  return ({ variant, pages }: PageCache, plan: PagePlan) => {
    const kept = pages.get(plan.key);
    if (kept) return kept;
    const written = writePage(variant, plan, { origin: hosts.publicUrl, readText });
    pages.set(plan.key, written);
    // Not cached after a failure, because the file may be readable next time.
    written.then((page) => page ?? pages.delete(plan.key)).catch(() => pages.delete(plan.key));
    return written;
  };
}
