import { Link } from '@leadping/web-kit/router';
import button from './button.module.css';
import layout from './layout.module.css';
import styles from './not-found.module.css';
import { RingMark } from './ring-mark.tsx';

export function NotFound() {
  return (
    <main className={`${layout.page} ${styles.page}`}>
      <title>404 Page Not Found</title>
      <meta name="robots" content="noindex" />
      <RingMark size={160} className={styles.mark} />
      <h1 className={styles.title}>404 Page Not Found</h1>
      <p className={styles.text}>Did you forget to add the page to the router?</p>
      <p className={styles.ways}>
        <Link to="/" className={button.primary}>
          Back to Home
        </Link>
        <Link to="/support" className={button.secondary}>
          Support
        </Link>
      </p>
    </main>
  );
}
