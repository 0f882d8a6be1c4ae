import { createRequire } from 'node:module';
import type { Agent as WholeAgent, Dispatcher, errors as allErrors, Pool as WholePool } from 'undici';

/*
 * Of undici the connections, one way of calling, and the errors: docs/decisions/0027-parts-of-libraries.md. The types name what is
 * loaded; a pool's other ways of calling come with the whole package.
 */
const load = createRequire(import.meta.url);
const requestOn = load('undici/lib/api/api-request.js') as Dispatcher['request'];

/** Connections to one address. */
export type Pool = Pick<WholePool, 'close' | 'closed' | 'destroy' | 'dispatch'>;
export const Pool = load('undici/lib/dispatcher/pool.js') as new (
  ...of: ConstructorParameters<typeof WholePool>
) => Pool;

/** Connections to any address. */
export type Agent = Pick<WholeAgent, 'dispatch'>;
export const Agent = load('undici/lib/dispatcher/agent.js') as new () => Agent;

export const errors = load('undici/lib/core/errors.js') as typeof allErrors;

/** Makes a call of the gateway itself, which reads the reply. */
export function request(
  connections: Pool | Agent,
  options: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData<unknown>> {
  return requestOn.call(connections as Dispatcher, options);
}
