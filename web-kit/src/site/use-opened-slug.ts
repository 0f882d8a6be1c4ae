import { useLocation } from '@leadping/web-kit/router';

/** The reseller's slug in the path of this page, which may be a former one or nobody's. */
export function useOpenedSlug(): string | undefined {
  return /^\/r\/([^/]+)/.exec(useLocation().pathname)?.[1];
}
