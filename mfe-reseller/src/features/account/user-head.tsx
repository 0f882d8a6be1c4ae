import { NavLink } from '@leadping/web-kit/router';
import { HOME } from './home.ts';
import { PROFILE } from './pages.ts';
import styles from './user-head.module.css';

/** The signed-in user, with a link to the profile. */
export function UserHead({ username }: { username: string }) {
  return (
    <NavLink to={`${HOME}/${PROFILE.slug}`} className={styles.head}>
      <span className={styles.initial} aria-hidden="true">
        {[...username][0]?.toUpperCase()}
      </span>
      <span className={styles.name}>
        <b>{username}</b>
        <span>Reseller Account</span>
      </span>
    </NavLink>
  );
}
