import { z } from 'zod';
import type { Route } from './route.ts';

/*
 * Headers that several routes read or send, by their names in lower case, for `headers` and `replyHeaders` of a route.
 */

const visible = (min: number) =>
  z
    .string()
    // backtracks: no, one class, of at most 200 characters
    .regex(new RegExp(`^[\\x21-\\x7e]{${min},200}$`), `must be ${min} to 200 visible characters`)
    .optional();

/** The sender's mark of one thing that it wants done: the same mark does it once, however often it is sent. */
export const IdempotencyKey = { 'idempotency-key': visible(1) };

/** As `IdempotencyKey`, for senders without a session: long enough that nobody guesses another visitor's. */
export const GuardedIdempotencyKey = { 'idempotency-key': visible(16) };

const KEY = 'idempotency-key' satisfies keyof typeof IdempotencyKey;

/** Whether a request to the route carries a mark by which its service knows the same one again. */
export function carriesIdempotencyKey({ headers }: Route, given: Record<string, unknown>): boolean {
  return headers instanceof z.ZodObject && KEY in headers.shape && given[KEY] !== undefined;
}

/** The header of a list's page that names where the next one starts; absent on the last page. */
export const NEXT_CURSOR_HEADER = 'x-next-cursor';
export const NextCursor = z.object({ [NEXT_CURSOR_HEADER]: z.string().optional() });

/** What the entity was when the reader had it last (RFC 9110, 13.1.2); a reply of 304 has no body. */
export const IfNoneMatch = z.object({ 'if-none-match': z.string().max(1000).optional() });
