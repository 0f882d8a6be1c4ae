import { BRAND } from '@leadping/contracts/brand';
import button from '@leadping/web-kit/page/button.module.css';
import layout from '@leadping/web-kit/page/layout.module.css';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import { Link } from '@leadping/web-kit/router';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import styles from '../features/page/not-found.module.css';

export default function NotFoundPage() {
  return (
    <div className={layout.page}>
      <title>{`404 Page Not Found: ${BRAND.name}`}</title>
      <meta name="robots" content="noindex" />
      <PlainHeader />
      <main id="content" className={`${layout.wrap} ${styles.main}`}>
        <RingMark size={88} className={styles.mark} />
        <h1 className={layout.title}>404 Page Not Found</h1>
        <p className={layout.lead}>Did you forget to add the page to the router?</p>
        <form action="/support" role="search" className={styles.search}>
          <label htmlFor="guide-search">Search the guides</label>
          <div>
            <input id="guide-search" name="q" type="search" placeholder="Try “webhook” or “key”" />
            <button type="submit" className={`${button.secondary} ${button.small}`}>
              Search
            </button>
          </div>
        </form>
        <p className={styles.actions}>
          <Link to="/" className={button.primary}>
            Back to Home
          </Link>
          <Link to="/support" className={button.secondary}>
            Support
          </Link>
        </p>
      </main>
      <SiteFooter />
    </div>
  );
}
