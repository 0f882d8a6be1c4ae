import type { Route } from './route.ts';

declare const contract: unique symbol;

/**
 * Method and path of a route. Types come from the contract, but its schemas are not loaded by pages. `npm run
 * openapi` generates the files in `endpoints/`.
 */
export interface Endpoint<R extends Route> {
  readonly method: R['method'];
  readonly path: R['path'];
  /** Exists only in the types. */
  readonly [contract]?: R;
}
