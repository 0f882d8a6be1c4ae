import { DomainError } from '@leadping/service-kit/domain-error';
import type { FastifyInstance } from 'fastify';

/** Maximum path length without the query. No route is longer. */
const MAX_PATH_LENGTH = 2048;

const SLASH = 0x2f;

/** The path of a request's target, without its query. */
export function pathOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at);
}

/** The path of an absolute-form target, `http://host/path`, as sent to a proxy (RFC 9112 §3.2.2). */
export const originForm = (url: string): string => (url.startsWith('/') ? url : url.replace(ABSOLUTE, '/'));

const ABSOLUTE = /^https?:\/\/([^/?]*)\/?/i;

/** Collapses repeated slashes. Uses a loop, because a regular expression on a visitor's path can backtrack. */
export function collapseSlashes(path: string): string {
  let collapsed = '';
  let from = 0;
  for (let at = 1; at < path.length; at += 1) {
    if (path.charCodeAt(at) !== SLASH || path.charCodeAt(at - 1) !== SLASH) continue;
    collapsed += path.slice(from, at);
    while (path.charCodeAt(at + 1) === SLASH) at += 1;
    from = at + 1;
  }
  return collapsed + path.slice(from);
}

/** Removes slashes at the end of a path; `/` stays. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === SLASH) end -= 1;
  return path.slice(0, end);
}

/**
 * Checks each request before other work. Requests with no host or two hosts and paths that are too long are refused.
 * A page path with repeated slashes is redirected, so that every page has one address. Under /api such a path ends as
 * 404.
 */
export function registerPathRules(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      return done(new DomainError('VALIDATION_FAILED', 'The Host header is missing.'));
    }
    // RFC 9112 §3.2. Node uses the first host, but a proxy in front may have used the last.
    if ((request.raw.headersDistinct.host?.length ?? 0) > 1) {
      return done(new DomainError('VALIDATION_FAILED', 'There is more than one Host header.'));
    }
    const named = ABSOLUTE.exec(request.originalUrl)?.[1];
    if (named !== undefined && named.toLowerCase() !== request.headers.host?.toLowerCase()) {
      return done(
        new DomainError('VALIDATION_FAILED', 'The address names another host than the Host header.'),
      );
    }
    const url = originForm(request.originalUrl);
    const path = pathOf(url);
    if (path.length > MAX_PATH_LENGTH) {
      return done(new DomainError('URI_TOO_LONG', 'The address is too long.'));
    }
    if (!path.includes('//') || !isPage(request.method, path)) return done();
    // Browsers would read a leading backslash as the start of another host.
    const target = collapseSlashes(path).replaceAll('\\', '%5C') + url.slice(path.length);
    void reply.header('cache-control', 'no-store').redirect(target, 308);
  });
}

const OTHER_ROOTS = /^\/(?:api|assets|metrics)(?:\/|$)/;

function isPage(method: string, path: string): boolean {
  return (method === 'GET' || method === 'HEAD') && !OTHER_ROOTS.test(collapseSlashes(path));
}

/**
 * Re-encodes a page path that cannot be decoded (`/%ff`), so that the shell can show its not-found page. Paths under
 * /api stay as they are and are refused.
 */
export function decodableUrl(url: string): string {
  if (!url.includes('%') || url.startsWith('/api/')) return url;
  const path = pathOf(url);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
