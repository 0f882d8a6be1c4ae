import type { AnswerOf, CallOf, Method, Route } from '@leadping/contracts/route';
import { request, type RequestOptions } from './request.ts';

declare const contract: unique symbol;

/** A route by its method and path alone; its types come from the contract, its schemas stay out of the page. */
export interface Endpoint<R extends Route> {
  readonly method: Method;
  readonly path: string;
  readonly [contract]: R;
}

/**
 * Names a route where its schemas are not wanted in the bundle, as on the landing page:
 * `endpoint<typeof getPricing>('GET', '/api/pricing')`. Elsewhere pass the route itself.
 */
export function endpoint<R extends Route>(method: R['method'], path: R['path']): Endpoint<R> {
  // The route's type travels in the type only.
  return { method, path } as Endpoint<R>;
}

export type Callable = Route | Endpoint<Route>;
export type RouteOf<T extends Callable> = T extends Endpoint<infer R> ? R : T extends Route ? T : never;

type Input<T extends Callable> = CallOf<RouteOf<T>>;
/** The input may be left out where the route takes none. */
export type InputArgument<T extends Callable> = keyof Input<T> extends never
  ? [input?: undefined]
  : [input: Input<T>];
export type Answer<T extends Callable> = AnswerOf<RouteOf<T>>;

type QueryValues = Record<string, string | number | boolean | undefined | null>;

export interface PlainInput {
  params?: Record<string, string>;
  query?: QueryValues;
  body?: unknown;
}

/** A route's path with its parameters filled in. */
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
 * Calls a route: `call(getLicense, { params: { licenseKey } })`. An upload passes its `FormData` as the body. The answer
 * is trusted to be what the contract says; the server sends nothing else.
 */
export async function call<T extends Callable>(
  route: T,
  input?: InputArgument<T>[0] | { body: FormData; params?: Record<string, string> },
  options?: RequestOptions,
): Promise<Answer<T>> {
  const { params, query, body } = (input ?? {}) as PlainInput;
  const response = await request(
    route.method,
    fillPath(route.path, params) + queryString(query),
    body,
    options,
  );
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Answer<T>;
}
