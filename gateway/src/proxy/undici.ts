import { createRequire } from 'node:module';
import type undici from 'undici';

/*
 * Of undici the connections and their errors alone: the whole package is 10 MB more in every gateway, for a fetch, a cache and
 * mocks that nothing here uses.
 */
const load = createRequire(import.meta.url);

export type Pool = InstanceType<typeof undici.Pool>;
export const Pool = load('undici/lib/dispatcher/pool.js') as typeof undici.Pool;
export const errors = load('undici/lib/core/errors.js') as typeof undici.errors;
