import type { useLocation } from '@leadping/web-kit/router';

/**
 * The navigation state for the sign-in page. Shells and remotes of other releases may read or write it, or may not
 * know it.
 */
interface ReturnState {
  /** The address that required a session, below the base path. */
  from: string;
}

type Address = Pick<ReturnType<typeof useLocation>, 'pathname' | 'search' | 'hash'>;

/** The state that makes the sign-in page return to an address. */
export const returnTo = ({ pathname, search, hash }: Address): ReturnState => ({
  from: pathname + search + hash,
});

/** The destination after sign-in: the requesting page if it is below the person's own home, otherwise the home. */
export function returnPath(state: unknown, home: string): string {
  const { from } = (state ?? {}) as Partial<ReturnState>;
  if (typeof from !== 'string') return home;
  const [path = ''] = from.split(/[?#]/);
  return path === home || path.startsWith(`${home}/`) ? from : home;
}
