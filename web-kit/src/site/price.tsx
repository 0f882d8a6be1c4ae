import { formatOffer, useOffer } from './offer.ts';
import styles from './price.module.css';

/** The live price of this page. Reserves its space until the price arrives, to avoid layout shifts. */
export function Price({ className = '' }: { className?: string }) {
  const offer = useOffer();
  return (
    <span className={`${styles.price} ${className}`} data-fill="price">
      {offer ? formatOffer(offer) : <span className={styles.waiting}>…</span>}
    </span>
  );
}
