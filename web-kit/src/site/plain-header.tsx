import button from '../page/button.module.css';
import layout from '../page/layout.module.css';
import { Link } from '@leadping/web-kit/router';
import styles from './plain-header.module.css';
import { Price } from './price.tsx';
import { ResellerBanner } from './reseller-banner.tsx';
import { SiteBrand } from './site-brand.tsx';
import { SkipLink } from './skip-link.tsx';
import { TestModeBar } from './test-mode-bar.tsx';
import { useOpenedSlug } from './use-opened-slug.ts';

interface Props {
  /** Whether to link the offer. False for buyers and staff. */
  sells?: boolean;
}

/** The header of informational pages: home, help, and the link to the offer. */
export function PlainHeader({ sells = true }: Props) {
  const opened = useOpenedSlug();
  return (
    <>
      <SkipLink />
      <TestModeBar />
      <ResellerBanner />
      <header className={styles.header}>
        <div className={`${layout.wrap} ${styles.inner}`}>
          <Link to="/" className={styles.brand}>
            <SiteBrand size={24} />
            <span className={styles.back}>Back to Home</span>
          </Link>
          <nav aria-label="Help" className={styles.links}>
            <Link to="/integrations">Integrations</Link>
            <Link to="/docs/installation">Installation</Link>
            <Link to="/support">Support</Link>
            {sells && (
              // A full page load, so that the browser scrolls to the section itself.
              <a
                href={`${opened ? `/r/${opened}` : '/'}#pricing`}
                className={`${button.primary} ${button.small} ${styles.buy}`}
              >
                <span>
                  Buy for <Price />
                </span>
              </a>
            )}
          </nav>
        </div>
      </header>
    </>
  );
}
