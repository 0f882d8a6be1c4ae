import { createRequire } from 'node:module';
import type { Dispatcher, errors as allErrors, Pool as WholePool } from 'undici';

/*
 * Of undici the connections, one way of calling, and the errors: the whole package is 10 MB more in every gateway, for a fetch, a
 * cache and mocks that nothing here uses.
 */
const load = createRequire(import.meta.url);
const requestOn = load('undici/lib/api/api-request.js') as WholePool['request'];

/** What can be done with one; its other ways of calling come with the whole package. */
export type Pool = Pick<WholePool, 'close' | 'closed' | 'destroy' | 'dispatch'>;
export const Pool = load('undici/lib/dispatcher/pool.js') as new (
  ...of: ConstructorParameters<typeof WholePool>
) => Pool;

export const errors = load('undici/lib/core/errors.js') as typeof allErrors;

/** A call of the gateway's own, whose reply it reads itself. */
export function request(
  pool: Pool,
  options: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData<unknown>> {
  return requestOn.call(pool as WholePool, options);
}
