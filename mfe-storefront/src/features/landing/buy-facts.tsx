import { WITHDRAWAL_DAYS } from '@leadping/contracts/promises';
import { Link } from '@leadping/web-kit/router';
import styles from './offer.module.css';

/** Facts that the law requires before a purchase. */
export function BuyFacts() {
  return (
    <p className={styles.facts}>
      Before you buy: <Link to="/legal-notice">seller and contacts</Link>,{' '}
      <Link to="/withdraw">right of withdrawal</Link>. Consumers in the EU have {WITHDRAWAL_DAYS} days to
      withdraw, unless they agree to immediate delivery before they pay.
    </p>
  );
}
