import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Assets } from '../assets/asset-cache.ts';
import { chooseEncoding, compressNow } from '../http/encodings.ts';
import { repeatLimit } from '../counting/repeat-limit.ts';
import { siteOf } from '@leadping/service-kit/http/network';
import type { PageTokens } from '../http/page-token.ts';
import type { Health } from '../releases/health.ts';
import type { KnownNetworks } from '../releases/known-networks.ts';
import type { Registry } from '../releases/registry.ts';
import { buildId } from '../releases/release-state.ts';
import type { Variant } from '../releases/variant.ts';
import type { Hosts } from '../http/hosts.ts';
import { findPublicFile, sendPublicFile } from './public-files.ts';
import { planPage } from './page.ts';
import type { FindPageReplies } from './page-replies.ts';
import { pageSecurityHeaders } from '../http/security-headers.ts';
import type { Sessions } from '../guards/sessions.ts';
import { withBadge } from '../previews/badge.ts';
import type { Previews } from '../previews/previews.ts';
import { openVisitorPages } from './visitor-pages.ts';

/** Maximum page loads of one network that count for a version per minute. */
const MAX_LOADS_OF_ONE_SITE = 30;

interface PageParts {
  registry: Registry;
  assets: Assets;
  health: Health;
  networks: KnownNetworks;
  pages: PageTokens;
  hosts: Hosts;
  previews: Previews;
  sessions: Sessions;
  findReplies: FindPageReplies;
  /** Whether the proxy in front forwards early hints. */
  sendsEarlyHints: boolean;
  /** Origins of payment pages. */
  paymentOrigins: readonly string[];
  isProduction: boolean;
}

/** Serves the shell's page on every other path, and the visitor's release document at `/remotes.json`. */
export function registerPages(app: FastifyInstance, options: PageParts): void {
  const { assets, health, networks, hosts, findReplies, sendsEarlyHints, paymentOrigins, isProduction } =
    options;
  // One network must not make a failing release look healthy by loading its pages.
  const ofOneSite = repeatLimit(MAX_LOADS_OF_ONE_SITE);
  const visitorPages = openVisitorPages(options);

  app.get('/remotes.json', async (request, reply): Promise<Variant['document']> => {
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    return (await visitorPages.cacheFor(request, reply)).variant.document;
  });

  app.get('/*', async (request, reply) => {
    const [path = '/'] = request.url.split('?', 1);
    const pathname = decodePath(path);
    const isTenantHost = hosts.subdomainOf(request.host) !== null;
    // Caches share this file with all visitors, so it ignores canaries and previews and sets no bucket cookie.
    const publicFile = findPublicFile(options.registry.current(), pathname);
    if (publicFile) return sendPublicFile(request, reply, assets, publicFile);
    const cache = await visitorPages.cacheFor(request, reply);
    const plan = await planPage(cache.variant, pathname, {
      isTenantHost,
      findReplies: () => findReplies(request.host, pathname),
    });
    const page = await visitorPages.render(cache, plan);
    if (!page) throw new DomainError('UNAVAILABLE', 'No pages are released yet.', { retryAfter: 2 });
    const site = siteOf(request.ip);
    // A HEAD request of a monitor loads no page, so it does not count.
    const isLoad = request.method === 'GET' && !cache.preview;
    if (isLoad) networks.add(request.ip);
    for (const build of isLoad ? [cache.variant.shell, plan.claim?.build] : []) {
      if (build && ofOneSite(`${site} ${buildId(build)}`)) health.countLoad(build);
    }
    if (sendsEarlyHints && request.headers['sec-fetch-mode'] === 'navigate')
      reply.raw.writeEarlyHints({ link: page.links });
    const nonce = randomBytes(16).toString('base64');
    const pageToken = options.pages.issue(request.ip);
    for (const [name, value] of pageSecurityHeaders({
      pathname,
      nonce,
      isProduction,
      paymentOrigins,
      loadsFrom: cache.preview?.address ?? null,
      pageToken,
    }))
      void reply.header(name, value);
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    const html = page.html({ nonce, path, replies: plan.replies, pageToken });
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
