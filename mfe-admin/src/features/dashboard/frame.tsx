import { BRAND } from '@leadping/contracts/brand';
import type { User } from '@leadping/contracts/identity/session-routes';
import layout from '@leadping/web-kit/page/layout.module.css';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { Link, NavLink } from '@leadping/web-kit/router';
import { useLogout } from '@leadping/web-kit/session/sign-in';
import type { ReactNode } from 'react';
import styles from './frame.module.css';
import type { Tab } from './tabs.ts';

interface FrameProps {
  user: User;
  tabs: Tab[];
  children: ReactNode;
}

/** Sidebar and content; on narrow screens the sidebar lies on top and its tabs scroll sideways. */
export function Frame({ user, tabs, children }: FrameProps) {
  const logout = useLogout();
  return (
    <div className={`${layout.page} ${styles.frame}`}>
      <aside className={styles.sidebar}>
        <Link to="/" className={styles.brand}>
          <RingMark size={24} />
          <span>{BRAND.name}</span>
        </Link>
        <p className={styles.greeting}>Welcome back, {user.username}</p>
        <nav aria-label="Dashboard" className={styles.tabs}>
          {tabs.map(({ slug, label }) => (
            <NavLink key={slug} to={`/admin/${slug}`}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={styles.foot}>
          <Link to="/support">Support centre</Link>
          <button
            type="button"
            className={styles.logout}
            disabled={logout.isPending}
            onClick={() => logout.mutate()}
          >
            {logout.isPending ? 'Logging out...' : 'Logout'}
          </button>
        </div>
      </aside>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
