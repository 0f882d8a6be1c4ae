import { dayText } from '@leadping/web-kit/page/dates.ts';
import { Link } from '@leadping/web-kit/router';
import { AmountList } from '../receipt/amount-list.tsx';
import type { KnownPayment } from './use-payment.ts';
import styles from './purchase-summary.module.css';

/** What was bought, from whom, for how much, and what to do if the mail goes to the wrong address. */
export function PurchaseSummary({ payment }: { payment: KnownPayment }) {
  const { purchase, total, email } = payment;
  if (!purchase || !total) return null;
  const { orderNumber, paidAt, seller, amounts, refunded, receiptPath } = purchase;
  const paid = { currency: total.currency, total: total.amount, amounts, refunded };
  return (
    <section className={styles.summary} aria-label="Your order">
      <dl className={styles.facts}>
        <div>
          <dt>Order</dt>
          <dd className={styles.number}>{orderNumber}</dd>
        </div>
        <div>
          <dt>Date</dt>
          <dd>{dayText(paidAt)}</dd>
        </div>
        <div>
          <dt>Seller</dt>
          <dd>{seller}</dd>
        </div>
      </dl>
      <AmountList paid={paid} />
      {receiptPath && (
        <p className={styles.receipt}>
          <Link to={receiptPath}>View or print your receipt</Link>
        </p>
      )}
      <p className={styles.receipt}>
        <Link to="/my">See your keys and browsers in My Leadping</Link>
      </p>
      {email && payment.state === 'paid' && (
        <details className={styles.address}>
          <summary>Wrong email address?</summary>
          <p>
            <Link to="/support">Write to support</Link> from an address that you can read. Give your order
            number and the address that you typed. We correct the order, and the email is sent again.
          </p>
        </details>
      )}
    </section>
  );
}
