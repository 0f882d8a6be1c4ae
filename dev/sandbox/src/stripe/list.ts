import { StripeError } from './errors.ts';
import type { Owned, Scope } from './objects/types.ts';

export interface Page<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export interface PageParams {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

export interface Range {
  gt?: number | undefined;
  gte?: number | undefined;
  lt?: number | undefined;
  lte?: number | undefined;
}

export function isWithin(value: number, range: Range | undefined): boolean {
  if (range === undefined) return true;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return value > gt && value >= gte && value < lt && value <= lte;
}

export const belongsTo = (scope: Scope) => (owned: Scope) =>
  owned.account === scope.account && owned.livemode === scope.livemode;

/** One page by Stripe's cursors. @param newestFirst all matching objects, newest first */
export function paginate<T extends { id: string }>(
  newestFirst: T[],
  params: PageParams,
  url: string,
): Page<T> {
  const limit = params.limit ?? 10;
  if (limit < 1 || limit > 100)
    throw new StripeError(
      limit < 1
        ? 'This value must be greater than or equal to 1.'
        : 'This value must be less than or equal to 100 (it currently is ' + limit + ').',
      { code: 'parameter_invalid_integer', param: 'limit' },
    );
  if (params.starting_after !== undefined && params.ending_before !== undefined)
    throw new StripeError('You may only specify one of these parameters: ending_before, starting_after.', {
      param: 'starting_after',
    });

  if (params.ending_before !== undefined) {
    const end = indexOf(newestFirst, params.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: newestFirst.slice(start, end), has_more: start > 0, url };
  }
  const start =
    params.starting_after === undefined
      ? 0
      : indexOf(newestFirst, params.starting_after, 'starting_after') + 1;
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < newestFirst.length, url };
}

function indexOf(all: { id: string }[], id: string, param: string): number {
  const index = all.findIndex((each) => each.id === id);
  if (index === -1) throw new StripeError(`No such object: '${id}'`, { code: 'resource_missing', param });
  return index;
}

export function objectsOf<T extends { id: string }>(scope: Scope, newestFirst: Owned<T>[]): T[] {
  return newestFirst.filter(belongsTo(scope)).map((owned) => owned.object);
}
