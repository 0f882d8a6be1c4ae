import { getUser as user } from '@leadping/contracts/endpoints/identity/session';
import type { User } from '@leadping/contracts/identity/session-routes';
import { type QueryClient, queryOptions, useQuery } from '@leadping/web-kit/query';
import { hasStatus } from '../api/api-error.ts';
import { call } from '../api/call.ts';

const MINUTE = 60_000;

/** The signed-in user, or null. */
export const sessionQuery = queryOptions({
  queryKey: [user.path],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await call(user, undefined, { signal });
    } catch (error) {
      if (hasStatus(error, 401)) return null;
      throw error;
    }
  },
  staleTime: 5 * MINUTE,
  gcTime: 10 * MINUTE,
});

export type Session =
  | { status: 'loading'; user: null }
  | { status: 'signed-out'; user: null }
  | { status: 'unreachable'; user: null }
  | { status: 'signed-in'; user: User };

/** The session as of the last call. Its first use on a page requests it from the server. */
export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery);
  if (data) return { status: 'signed-in', user: data };
  if (isPending) return { status: 'loading', user: null };
  return { status: data === null ? 'signed-out' : 'unreachable', user: null };
}

/** Sets the signed-in user without a request: after sign-in, registration or a saved profile. */
export function setSessionUser(queryClient: QueryClient, signedIn: User | null): void {
  queryClient.setQueryData(sessionQuery.queryKey, signedIn);
}
