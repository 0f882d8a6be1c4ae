import { RESELLER_HERO as COPY } from '../../copy/reseller-program.ts';
import { CodeNotice } from '../checkout/code-notice.tsx';
import { ResellerCheckoutButton } from '../checkout/reseller-checkout-button.tsx';
import { RIGHTS_SALE } from '../checkout/use-reseller-checkout.ts';
import button from '@leadping/web-kit/page/button.module.css';
import layout from '@leadping/web-kit/page/layout.module.css';
import { TaxNote } from '@leadping/web-kit/site/tax-note.tsx';
import { useResellerFee } from '@leadping/web-kit/site/offer.ts';
import { dollars } from './dollars.ts';
import { CALCULATOR_ID } from './profit-calculator.tsx';
import styles from './reseller-hero.module.css';

export function ResellerHero() {
  const fee = useResellerFee();
  return (
    <section aria-labelledby="reseller-hero-title" className={styles.hero}>
      <div className={`${layout.wrap} ${styles.split}`}>
        <div>
          <p className={styles.kicker}>{COPY.kicker}</p>
          <h1 id="reseller-hero-title" className={styles.title}>
            {COPY.title}
          </h1>
          <p className={layout.lead}>{COPY.lead}</p>
        </div>
        <div className={styles.ticket}>
          <p className={styles.fee}>
            <strong data-fill="fee">{dollars(fee)}</strong>
            <TaxNote />
            <span>{COPY.feeNote}</span>
          </p>
          <ResellerCheckoutButton className={button.primary} guarded={false} returnTo="/success">
            {COPY.buy}
          </ResellerCheckoutButton>
          <CodeNotice sale={RIGHTS_SALE} />
          <button type="button" className={button.secondary} onClick={scrollToCalculator}>
            {COPY.calculator}
          </button>
          <ul className={styles.claims}>
            {COPY.claims.map((claim) => (
              <li key={claim}>{claim}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

function scrollToCalculator() {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById(CALCULATOR_ID)?.scrollIntoView({ behavior: still ? 'auto' : 'smooth' });
}
