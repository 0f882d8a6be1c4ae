import type { useLocation } from '@leadping/web-kit/router';

/** State of a navigation to the sign-in page. Shell and remotes of other releases write and read it, or know nothing of it. */
interface ReturnState {
  /** The address that wanted a session, below the base path. */
  from: string;
}

type Address = Pick<ReturnType<typeof useLocation>, 'pathname' | 'search' | 'hash'>;

/** For the sign-in page to lead back to an address. */
export const returnTo = ({ pathname, search, hash }: Address): ReturnState => ({
  from: pathname + search + hash,
});

/** Where a sign-in leads: to the page that wanted it if that is below the person's own home, else to the home. */
export function returnPath(state: unknown, home: string): string {
  const { from } = (state ?? {}) as Partial<ReturnState>;
  if (typeof from !== 'string') return home;
  const [path = ''] = from.split(/[?#]/);
  return path === home || path.startsWith(`${home}/`) ? from : home;
}
