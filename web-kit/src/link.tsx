import { useShell } from '@leadping/web-kit/shell';
import { useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router-dom';
import type { AnchorHTMLAttributes, Ref } from 'react';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  ref?: Ref<HTMLAnchorElement>;
}

/** The pages that are also under a reseller's address, with the reseller's banner and price. */
const UNDER_RESELLER = /^\/(?:docs\/.|ticket|(?:integrations|support|privacy|terms-of-service)?(?:[?#]|$))/;

/** On a reseller's page the address under theirs, so that their visitors stay with them. */
function useTarget(to: string): string {
  const own = /^\/r\/[^/]+/.exec(useLocation().pathname);
  return own && UNDER_RESELLER.test(to) ? own[0] + to.replace(/^\/(?!\w)/, '') : to;
}

/**
 * A link within the site; its page is fetched when the pointer comes near. The router's own also knows data routes, which
 * weigh three times as much.
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
