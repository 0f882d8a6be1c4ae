import { isDatabaseDown } from '../data/database.ts';
import { DomainError } from '../domain-error.ts';

/** Whether something that an event needs is away or too busy: that is no fault of the event, and ends. */
export function isOutage(err: unknown): boolean {
  return isDatabaseDown(err) || (err instanceof DomainError && err.code === 'UNAVAILABLE');
}
