import type { Route } from './route.ts';

declare const contract: unique symbol;

/**
 * A route by its method and path alone: its types come from the contract, its schemas stay out of the page. The files in
 * `endpoints/` have one for every route; `npm run openapi` writes them.
 */
export interface Endpoint<R extends Route> {
  readonly method: R['method'];
  readonly path: R['path'];
  /** Only in the types. */
  readonly [contract]?: R;
}
