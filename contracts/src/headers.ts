import { z } from 'zod';
import type { Route } from './route.ts';

/* Headers that several routes read or send, in lower case, for `headers` and `replyHeaders` of a route. */

const visible = (min: number) =>
  z
    .string()
    .regex(new RegExp(`^[\\x21-\\x7e]{${min},200}$`), `must be ${min} to 200 visible characters`)
    .optional();

/** A key chosen by the sender. Requests with the same key are executed once. */
export const IdempotencyKey = { 'idempotency-key': visible(1) };

/** Like `IdempotencyKey`, for senders without a session. Long enough that another visitor's key cannot be guessed. */
export const GuardedIdempotencyKey = { 'idempotency-key': visible(16) };

const KEY = 'idempotency-key' satisfies keyof typeof IdempotencyKey;

/** Whether a request contains the idempotency key that its route supports. */
export function carriesIdempotencyKey({ headers }: Route, given: Record<string, unknown>): boolean {
  return headers instanceof z.ZodObject && KEY in headers.shape && given[KEY] !== undefined;
}

/** Header with the cursor of the next page of a list. Absent on the last page. */
export const NEXT_CURSOR_HEADER = 'x-next-cursor';
export const NextCursor = z.object({ [NEXT_CURSOR_HEADER]: z.string().optional() });

/** The entity tag that the client has cached (RFC 9110, 13.1.2). A reply of 304 has no body. */
export const IfNoneMatch = z.object({ 'if-none-match': z.string().max(1000).optional() });
