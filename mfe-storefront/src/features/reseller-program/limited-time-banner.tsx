import { RESELLER_BANNER as COPY } from '../../copy/reseller-program.ts';
import { ResellerCheckoutButton } from '../checkout/reseller-checkout-button.tsx';
import button from '@leadping/web-kit/page/button.module.css';
import layout from '@leadping/web-kit/page/layout.module.css';
import styles from './limited-time-banner.module.css';

export function LimitedTimeBanner() {
  return (
    <section aria-labelledby="limited-time-title" className={styles.banner}>
      <div className={`${layout.wrap} ${styles.inner}`}>
        <div>
          <h2 id="limited-time-title" className={styles.title}>
            {COPY.title}
          </h2>
          <p>{COPY.text}</p>
        </div>
        <ResellerCheckoutButton className={`${button.primary} ${styles.buy}`} busyLabel="Processing">
          {COPY.buy}
        </ResellerCheckoutButton>
      </div>
    </section>
  );
}
