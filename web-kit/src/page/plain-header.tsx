import { BRAND } from '@leadping/contracts/brand';
import { Link } from '@leadping/web-kit/router';
import layout from './layout.module.css';
import styles from './plain-header.module.css';
import { RingMark } from './ring-mark.tsx';

/** The header of pages that are read rather than sold: home, and help. */
export function PlainHeader() {
  return (
    <header className={styles.header}>
      <div className={`${layout.wrap} ${styles.inner}`}>
        <Link to="/" className={styles.brand}>
          <RingMark size={24} />
          <span>{BRAND.name}</span>
          <span className={styles.back}>Back to Home</span>
        </Link>
        <nav aria-label="Help" className={styles.links}>
          <Link to="/integrations">Integrations</Link>
          <Link to="/docs/installation">Installation</Link>
          <Link to="/support">Support</Link>
        </nav>
      </div>
    </header>
  );
}
