import { prerenderedFile } from '@leadping/contracts/gateway/page';
import type { BuildManifest } from '@leadping/contracts/release';
import escapeHtml from 'escape-html';
import type { FastifyInstance } from 'fastify';
import type { Assets } from '../assets/asset-cache.ts';
import { type ReadText, textReader } from './read-text.ts';
import type { Registry } from '../releases/registry.ts';
import { variantOf } from '../releases/variant.ts';
import type { Hosts } from '../http/hosts.ts';

const NOINDEX = /<meta[^>]* name="robots" content="[^"]*noindex/;

/** Lists the pages for search engines: one address each, readable without scripts, and not marked `noindex`. */
async function listPublicPages(builds: readonly BuildManifest[], readText: ReadText): Promise<string[]> {
  const pages = builds.flatMap((build) => {
    const there = new Set(build.files.map(({ path }) => path));
    return build.routes
      .map(({ path }) => ({ build, path, file: prerenderedFile(path) }))
      .filter(({ path, file }) => !/[:*]/.test(path) && there.has(file));
  });
  const texts = await Promise.all(pages.map(({ build, file }) => readText(build, file)));
  return pages.filter((_, at) => !NOINDEX.test(texts[at] ?? '')).map(({ path }) => path);
}

const DAY_MS = 24 * 3_600_000;
/** RFC 9116 requires less than a year. */
const SECURITY_TEXT_DAYS = 180;

/**
 * Serves `/robots.txt`, `/.well-known/security.txt` (RFC 9116) and `/sitemap.xml`. The site map covers stable
 * releases only.
 */
export function registerSiteMap(
  app: FastifyInstance,
  { registry, hosts, assets }: { registry: Registry; hosts: Hosts; assets: Assets },
): void {
  app.get('/robots.txt', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nAllow: /\n\nSitemap: ${hosts.publicUrl}/sitemap.xml\n`),
  );

  app.get('/.well-known/security.txt', (_request, reply) => {
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const lines = [
      `Contact: ${hosts.publicUrl}/support`,
      `Expires: ${new Date(today + SECURITY_TEXT_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${hosts.publicUrl}/.well-known/security.txt`,
    ];
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });

  app.get('/sitemap.xml', async (_request, reply) => {
    const { builds } = variantOf(registry.current(), new Set());
    const entries = (await listPublicPages(builds, textReader(assets))).map(
      (path) => `<url><loc>${escapeHtml(hosts.publicUrl + path)}</loc></url>\n`,
    );
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`,
      );
  });
}
