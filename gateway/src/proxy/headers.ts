import { BRAND } from '@leadping/contracts/brand';
import type { IncomingHttpHeaders } from 'node:http';

/** Headers for a single connection, which are never forwarded (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that each hop or the gateway sets itself. */
const NOT_FORWARDED = new Set([
  ...HOP_BY_HOP,
  'host',
  'content-length',
  'expect',
  'forwarded',
  'x-real-ip',
  'x-request-id',
]);
const NOT_RETURNED = new Set([...HOP_BY_HOP, 'date', 'server', 'x-powered-by', 'x-request-id']);

/** Names in `Connection` are for this connection only. Null if there are no names. */
function namedIn(connection: string | undefined): ReadonlySet<string> | null {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return null;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}

const isInternal = (name: string) => name.startsWith(BRAND.headerPrefix);

/** The headers for the service: the client's headers without those that a client may not set. */
export function forwardedHeaders(
  given: IncomingHttpHeaders,
  options: { withCookies: boolean },
): Record<string, string | string[]> {
  const named = namedIn(given.connection);
  const headers: Record<string, string | string[]> = {};
  for (const name in given) {
    const value = given[name];
    if (value === undefined || NOT_FORWARDED.has(name) || named?.has(name)) continue;
    if (name.startsWith('x-') && (isInternal(name) || name.startsWith('x-forwarded-'))) continue;
    if (name === 'cookie' && !options.withCookies) continue;
    headers[name] = value;
  }
  return headers;
}

/** The headers for the client, as the flat list that `writeHead` handles fastest. */
export function returnedHeaders(
  given: IncomingHttpHeaders,
  options: { withCookies: boolean },
): { list: string[]; has: (name: string) => boolean } {
  const named = namedIn(given.connection);
  const list: string[] = [];
  for (const name in given) {
    const value = given[name];
    if (value === undefined || NOT_RETURNED.has(name) || named?.has(name) || isInternal(name)) continue;
    if (name === 'set-cookie' && !options.withCookies) continue;
    if (typeof value === 'string') list.push(name, value);
    else for (const each of value) list.push(name, each);
  }
  return { list, has: (name) => given[name] !== undefined && !named?.has(name) };
}
