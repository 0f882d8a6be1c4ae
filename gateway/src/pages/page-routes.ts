import type { BuildManifest } from '@leadping/contracts/release';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { randomBytes } from 'node:crypto';
import type { Assets } from '../assets/asset-cache.ts';
import { chooseEncoding, compressNow } from '../http/encodings.ts';
import { groupsOf, hasCanary, bucketAssigner } from '../releases/canary.ts';
import { repeatLimit } from '../counting/repeat-limit.ts';
import { siteOf } from '@leadping/service-kit/http/network';
import type { PageTokens } from '../http/page-token.ts';
import type { Health } from '../releases/health.ts';
import type { Registry } from '../releases/registry.ts';
import { buildId } from '../releases/release-state.ts';
import { variantOf, type Variant } from '../releases/variant.ts';
import { saveBucket, readBucket } from '../releases/visitor-bucket.ts';
import type { Hosts } from '../http/hosts.ts';
import { findPublicFile, sendPublicFile } from './public-files.ts';
import { planPage, writePage, type Page, type PagePlan } from './page.ts';
import type { FindPageReplies } from './page-replies.ts';
import { pageSecurityHeaders } from '../http/security-headers.ts';
import type { Sessions } from '../guards/sessions.ts';
import { developerOf } from '../previews/developer.ts';
import { withBadge } from '../previews/badge.ts';
import { readPreviewToken } from '../previews/preview-cookie.ts';
import { type Preview, type Previews, withPreview } from '../previews/previews.ts';

/** Page loads that one network may add to a version's in a minute. */
const MAX_LOADS_OF_ONE_SITE = 30;

/** More than a release has patterns of routes, prerendered pages and tenants' variants of them. */
const MAX_PAGES = 500;
/** Combinations of releases that run at once. */
const MAX_VARIANTS = 64;

/** The pages of one variant, written as they are first asked for. */
interface PageCache {
  /** What this browser alone sees, in the place of what is released. */
  preview: Preview | null;
  variant: Variant;
  pages: LRUCache<string, Promise<Page | null>>;
}

/** Serves the shell's page on every path that is nothing else, and the visitor's release document at `/remotes.json`. */
export function registerPages(
  app: FastifyInstance,
  options: {
    registry: Registry;
    assets: Assets;
    health: Health;
    pages: PageTokens;
    hosts: Hosts;
    previews: Previews;
    sessions: Sessions;
    findReplies: FindPageReplies;
    isProduction: boolean;
  },
): void {
  const { registry, assets, health, hosts, previews, sessions, findReplies, isProduction } = options;
  const assignBucket = bucketAssigner();
  // Nobody makes a failing release look healthy by loading its pages.
  const ofOneSite = repeatLimit(MAX_LOADS_OF_ONE_SITE);
  const readText = async (build: BuildManifest, path: string) => {
    const asset = await assets.find(`${build.name}/${build.version}/${path}`, 'identity');
    return asset ? asset.bytes.toString('utf8') : null;
  };
  const caches = new LRUCache<string, PageCache>({ max: MAX_VARIANTS });
  registry.onChange(() => caches.clear());
  const pageCache = () => new LRUCache<string, Promise<Page | null>>({ max: MAX_PAGES });

  const releasedCache = (request: FastifyRequest, reply: FastifyReply): PageCache => {
    const state = registry.current();
    const groups = hasCanary(state) ? groupsOf(state, visitorBucket(request, reply)) : new Set<string>();
    const key = [...groups].sort().join();
    const kept = caches.get(key);
    if (kept) return kept;
    const cache = { preview: null, variant: variantOf(state, groups), pages: pageCache() };
    caches.set(key, cache);
    return cache;
  };

  /** Nobody sees a preview that another person opened, nor their own once they have signed out. */
  const findOwnPreview = async (token: string, request: FastifyRequest): Promise<Preview | null> => {
    const preview = await previews.find(token);
    if (!preview?.userId) return null;
    const developer = await developerOf(sessions, request).catch(() => null);
    return developer?.userId === preview.userId ? preview : null;
  };

  /** A preview is written anew for each request: a developer is the only one who waits for it. */
  const cacheFor = async (request: FastifyRequest, reply: FastifyReply): Promise<PageCache> => {
    const token = readPreviewToken(request, isProduction);
    const preview = token === null ? null : await findOwnPreview(token, request);
    if (!preview) return releasedCache(request, reply);
    const variant = variantOf(withPreview(registry.current(), preview), new Set());
    return { preview, variant, pages: pageCache() };
  };

  const visitorBucket = (request: FastifyRequest, reply: FastifyReply): number => {
    const kept = readBucket(request, isProduction);
    if (kept !== null) return kept;
    const bucket = assignBucket();
    saveBucket(reply, bucket, isProduction);
    return bucket;
  };

  const renderCached = ({ variant, pages }: PageCache, plan: PagePlan): Promise<Page | null> => {
    const kept = pages.get(plan.key);
    if (kept) return kept;
    const written = writePage(variant, plan, { origin: hosts.publicUrl, readText });
    pages.set(plan.key, written);
    // A file that could not be read may be there the next time.
    written.then((page) => page ?? pages.delete(plan.key)).catch(() => pages.delete(plan.key));
    return written;
  };

  app.get('/remotes.json', async (request, reply): Promise<Variant['document']> => {
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    return (await cacheFor(request, reply)).variant.document;
  });

  app.get('/*', async (request, reply) => {
    const [path = '/'] = request.url.split('?', 1);
    const pathname = decodePath(path);
    const isTenantHost = hosts.subdomainOf(request.host) !== null;
    const cache = await cacheFor(request, reply);
    const publicFile = findPublicFile(cache.variant, pathname);
    if (publicFile) return sendPublicFile(request, reply, assets, publicFile);
    const plan = await planPage(cache.variant, pathname, {
      isTenantHost,
      findReplies: () => findReplies(request.host, pathname),
    });
    const page = await renderCached(cache, plan);
    if (!page) throw new DomainError('UNAVAILABLE', 'No pages are released yet.', { retryAfter: 2 });
    const site = siteOf(request.ip);
    for (const build of cache.preview ? [] : [cache.variant.shell, plan.claim?.build]) {
      if (build && ofOneSite(`${site} ${buildId(build)}`)) health.countLoad(build);
    }
    if (request.headers['sec-fetch-mode'] === 'navigate') reply.raw.writeEarlyHints({ link: page.links });
    const nonce = randomBytes(16).toString('base64');
    const pageToken = options.pages.issue(request.ip);
    for (const [name, value] of pageSecurityHeaders({
      pathname,
      nonce,
      isProduction,
      loadsFrom: cache.preview?.address ?? null,
      pageToken,
    }))
      void reply.header(name, value);
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    const html = page.html({
      nonce,
      path,
      replies: plan.replies,
      pageToken,
    });
    const body = await compressNow(
      Buffer.from(cache.preview ? withBadge(html, cache.preview) : html),
      encoding,
    );
    return reply
      .status(page.status)
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
      .send(body);
  });
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
