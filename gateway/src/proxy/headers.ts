import { BRAND } from '@leadping/contracts/brand';
import type { IncomingHttpHeaders } from 'node:http';

/** RFC 9110 §7.6.1: these speak of one connection and never travel on. */
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

/** Said anew for each hop, or by the gateway itself. */
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

/** The other headers that `Connection` names belong to the connection too; without it there are none. */
function namedIn(connection: string | undefined): ReadonlySet<string> | null {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return null;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}

const isInternal = (name: string) => name.startsWith(BRAND.headerPrefix);

/** What a service receives of a request: the client's headers less what is not the client's to say. */
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

/** What the client receives of a service's reply, as the flat list that `writeHead` takes fastest. */
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
