import { keepPreviousData, queryOptions } from '@leadping/web-kit/query';
import type { Reply, Callable, InputArgument } from './call.ts';
import { fillPath, queryString, type PlainInput } from './call.ts';
import { keyOf } from './hooks.ts';
import { request } from './request.ts';

export interface Page<Rows> {
  rows: Rows;
  /** Absent on the last page. */
  nextCursor: string | undefined;
}

/**
 * Options for reading one page of a list whose next page is named in the header `X-Next-Cursor`. The previous data
 * stays visible until the new page arrives (`isPlaceholderData`).
 */
export function readingPage<T extends Callable>(route: T, input?: InputArgument<T>[0]) {
  const { params, query } = (input ?? {}) as PlainInput;
  return queryOptions({
    queryKey: [...keyOf(route, input), 'page'],
    queryFn: async ({ signal }): Promise<Page<Reply<T>>> => {
      const path = fillPath(route.path, params) + queryString(query);
      const response = await request(route.method, path, undefined, { signal });
      return {
        rows: (await response.json()) as Reply<T>,
        nextCursor: response.headers.get('x-next-cursor') ?? undefined,
      };
    },
    placeholderData: keepPreviousData,
  });
}
