import type { Payment } from './use-payment.ts';
import styles from './payment-rings.module.css';

const SIGN: Partial<Record<Payment['state'], string>> = {
  paid: 'M36 49l9 9 17-19',
  failed: 'M39 39l18 18M57 39L39 57',
  'not-completed': 'M39 48h18',
  open: 'M39 48h18',
  expired: 'M39 48h18',
};

/** The mark. Its rings expand once when the payment has arrived. */
export function PaymentRings({ state }: { state: Payment['state'] }) {
  const sign = SIGN[state];
  return (
    <svg viewBox="0 0 96 96" className={styles.rings} data-state={state} fill="none" aria-hidden="true">
      <circle cx="48" cy="48" r="44" className={styles.outer} />
      <circle cx="48" cy="48" r="34" className={styles.inner} />
      {sign ? (
        <path d={sign} className={styles.sign} />
      ) : (
        <circle cx="48" cy="48" r="9" className={styles.point} />
      )}
    </svg>
  );
}
