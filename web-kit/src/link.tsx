import { useShell } from '@leadping/web-kit/shell';
import { useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router-dom';
import type { AnchorHTMLAttributes, Ref } from 'react';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  ref?: Ref<HTMLAnchorElement>;
}

/** Pages that also exist under a reseller's address, with the reseller's banner and price. */
const UNDER_RESELLER =
  /^\/(?:docs\/.|ticket|(?:integrations|support|privacy|terms-of-service|legal-notice|accessibility|withdraw)?(?:[?#]|$))/;

/** On a reseller's page, links stay under the reseller's address. */
function useTarget(to: string): string {
  const own = /^\/r\/[^/]+/.exec(useLocation().pathname);
  return own && UNDER_RESELLER.test(to) ? own[0] + to.replace(/^\/(?!\w)/, '') : to;
}

/**
 * A link within the site that prefetches its page when the pointer approaches. The router's own link also supports
 * data routes, which makes it three times as large.
 */
export function Link({ to: given, target, onClick, children, ...rest }: LinkProps) {
  const { prefetch } = useShell();
  const to = useTarget(given);
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { target });
  return (
    <a
      onPointerEnter={() => prefetch?.(href)}
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    >
      {children}
    </a>
  );
}

export function NavLink({ to, ...rest }: LinkProps) {
  const { pathname } = useLocation();
  const path = useResolvedPath(to).pathname;
  const isActive = pathname === path || pathname.startsWith(`${path}/`);
  return <Link aria-current={isActive ? 'page' : undefined} {...rest} to={to} />;
}
