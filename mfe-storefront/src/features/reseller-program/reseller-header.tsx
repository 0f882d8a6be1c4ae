import { BRAND } from '@leadping/contracts/brand';
import { Link } from '@leadping/web-kit/router';
import button from '@leadping/web-kit/page/button.module.css';
import layout from '@leadping/web-kit/page/layout.module.css';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import styles from './reseller-header.module.css';

export function ResellerHeader() {
  return (
    <header className={styles.header}>
      <div className={`${layout.wrap} ${styles.inner}`}>
        <p className={styles.brand}>
          <RingMark />
          <span>
            {BRAND.name} <span className={styles.program}>for resellers</span>
          </span>
        </p>
        <nav aria-label="Main" className={styles.links}>
          <Link to="/">Back to Home</Link>
          <Link to="/auth" className={`${button.secondary} ${button.small}`}>
            Reseller Login
          </Link>
        </nav>
      </div>
    </header>
  );
}
