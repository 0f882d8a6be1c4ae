import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@leadping/web-kit/query';
import { type Reply, call, type Callable, fillPath, type InputArgument, type PlainInput } from './call.ts';

/** The cache key of a read: its path, then its query if there is one. */
export function keyOf<T extends Callable>(route: T, input?: InputArgument<T>[0]) {
  const { params, query } = (input ?? {}) as PlainInput;
  const path = fillPath(route.path, params);
  return query ? [path, query] : [path];
}

/**
 * Options of a read, for `useQuery(reading(listLicenses, { query: { page } }))`. Spread them to override cache
 * rules.
 */
export function reading<T extends Callable>(route: T, input?: InputArgument<T>[0]) {
  return queryOptions({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => call(route, input, { signal }),
  });
}

export interface WriteOptions<T extends Callable> {
  /** Reads to fetch again on success, for all parameters and queries. */
  invalidates?: readonly Callable[];
  onSuccess?: (reply: Reply<T>, input: InputArgument<T>[0]) => void;
  onError?: (error: Error, input: InputArgument<T>[0]) => void;
}

/** The part of a path before its first parameter, with which all keys of a route begin. */
const stemOf = ({ path }: Callable) => path.split('/:')[0] ?? path;

/** Refetches every cached read of these routes. */
export function invalidate(queryClient: QueryClient, routes: readonly Callable[]): void {
  const stems = routes.map(stemOf);
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      stems.some((stem) => queryKey[0] === stem || String(queryKey[0]).startsWith(`${stem}/`)),
  });
}

/**
 * A write: `const create = useWrite(createLicense, { invalidates: [listLicenses] })`, then `create.mutate({ body
 * })`.
 */
export function useWrite<T extends Callable>(
  route: T,
  { invalidates = [], onSuccess, onError }: WriteOptions<T> = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: InputArgument<T>[0]) => call(route, input),
    onSuccess: (reply, input) => {
      invalidate(queryClient, invalidates);
      onSuccess?.(reply, input);
    },
    onError,
  });
}
