import { formatOffer, useOffer } from './offer.ts';
import { TaxNote } from './tax-note.tsx';
import styles from './price.module.css';

/** The live price of this page, and whether tax is in it. Reserves its space until the price arrives, to avoid layout shifts. */
export function Price({ className = '' }: { className?: string }) {
  const offer = useOffer();
  return (
    <span className={className}>
      <span className={styles.price} data-fill="price">
        {offer ? formatOffer(offer) : <span className={styles.waiting}>…</span>}
      </span>
      <TaxNote />
    </span>
  );
}
