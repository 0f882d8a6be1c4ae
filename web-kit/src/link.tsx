import { useHref, useLinkClickHandler, useLocation, useResolvedPath } from 'react-router-dom';
import type { AnchorHTMLAttributes, Ref } from 'react';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link within the site. The router's own also knows data routes and prefetching, which weigh three times as much. */
export function Link({ to, target, onClick, children, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { target });
  return (
    <a
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
