import { useLocation } from '@leadping/web-kit/router';

/** The reseller's slug in the path of this page. It may be a former or an unknown slug. */
export function useOpenedSlug(): string | undefined {
  return /^\/r\/([^/]+)/.exec(useLocation().pathname)?.[1];
}
