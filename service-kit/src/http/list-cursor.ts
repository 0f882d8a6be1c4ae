import { NEXT_CURSOR_HEADER } from '@leadping/contracts/headers';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../domain-error.ts';

/** The start of the next page of a list: after the row with this place (milliseconds or minor units) and id. */
export interface ListCursor {
  place: number;
  id: string;
}

export const cursorAfter = (place: number, id: string) => `${place}.${id}`;

/** @throws {DomainError} VALIDATION_FAILED */
export function readCursor(cursor: string): ListCursor {
  const [, place, id] = /^(\d{1,15})\.(.+)$/.exec(cursor) ?? [];
  if (place === undefined || id === undefined) throw invalidCursor();
  return { place: Number(place), id };
}

export const invalidCursor = () => new DomainError('VALIDATION_FAILED', 'cursor: was not returned by a page');

/** Names the next page; null on the last one. */
export function setNextCursor(reply: FastifyReply, next: string | null): void {
  if (next !== null) void reply.header(NEXT_CURSOR_HEADER, next);
}
