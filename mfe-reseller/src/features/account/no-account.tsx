import { BRAND } from '@leadping/contracts/brand';
import button from '@leadping/web-kit/page/button.module.css';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import layout from '@leadping/web-kit/page/layout.module.css';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { Link } from '@leadping/web-kit/router';
import styles from './no-account.module.css';

interface NoAccountProps {
  username: string;
  onLogout: () => void;
  isLoggingOut: boolean;
}

/** For those who are signed in and sell nothing. */
export function NoAccount({ username, onLogout, isLoggingOut }: NoAccountProps) {
  return (
    <div className={layout.page}>
      <title>{`No reseller account: ${BRAND.name}`}</title>
      <PlainHeader sells={false} />
      <main id="content" className={styles.page}>
        <RingMark size={72} className={styles.rings} />
        <h1>You have no reseller account yet</h1>
        <p>
          You are signed in as <b>{username}</b>. Licenses that you bought work without signing in. To sell{' '}
          {BRAND.name} under your own name and price, join the reseller program.
        </p>
        <div className={styles.actions}>
          <Link to="/reseller-program" className={`${button.primary} ${button.small}`}>
            See the reseller program
          </Link>
          <Link to="/support" className={`${button.secondary} ${button.small}`}>
            Contact support
          </Link>
          <button
            type="button"
            className={`${button.secondary} ${button.small}`}
            disabled={isLoggingOut}
            onClick={onLogout}
          >
            {isLoggingOut ? 'Logging out...' : 'Logout'}
          </button>
        </div>
      </main>
    </div>
  );
}
