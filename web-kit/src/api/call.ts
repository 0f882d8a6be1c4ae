import type { Endpoint } from '@leadping/contracts/endpoint';
import type { ParsedReplyOf, CallOf, Route } from '@leadping/contracts/route';
import { request, type RequestOptions } from './request.ts';

/** A route, or only its endpoint to keep its schemas out of the bundle. */
export type Callable = Route | Endpoint<Route>;
type RouteOf<T extends Callable> = T extends Route ? T : T extends Endpoint<infer R> ? R : never;

export type InputOf<T extends Callable> = CallOf<RouteOf<T>>;
export type InputArgument<T extends Callable> =
  object extends InputOf<T> ? [input?: InputOf<T>] : [input: InputOf<T>];
export type Reply<T extends Callable> = ParsedReplyOf<RouteOf<T>>;

type QueryValues = Record<string, string | number | boolean | undefined | null>;

export interface PlainInput {
  params?: Record<string, string>;
  query?: QueryValues;
  headers?: Record<string, string>;
  body?: unknown;
}

export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} wants the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

export function queryString(query: QueryValues = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/**
 * Calls a route: `call(getLicense, { params: { licenseKey } })`. An upload passes its `FormData` as the body. The
 * reply is not validated, because the server sends only replies that satisfy the contract.
 */
export async function call<T extends Callable>(
  route: T,
  input?: InputArgument<T>[0] | { body: FormData; params?: Record<string, string> },
  options?: RequestOptions,
): Promise<Reply<T>> {
  const { params, query, headers, body } = (input ?? {}) as PlainInput;
  const response = await request(route.method, fillPath(route.path, params) + queryString(query), body, {
    ...options,
    headers,
  });
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Reply<T>;
}
