import { Link } from '@leadping/web-kit/router';
import type { Product } from './use-payment.ts';
import styles from './payment-page.module.css';

export function PaymentSteps({ product }: { product: Product }) {
  return (
    <ol className={styles.steps}>
      {product === 'main' ? (
        <>
          <li>Find the email with your license key. Check your spam folder too.</li>
          <li>
            <Link to="/docs/installation">Install the extension</Link> in Chrome.
          </li>
          <li>
            <Link to="/docs/first-license">Paste the whole key</Link>, dashes included, and press Ping.
          </li>
        </>
      ) : (
        <>
          <li>Find the email with your username and a temporary password.</li>
          <li>
            <Link to="/auth">Sign in</Link> and set your own password.
          </li>
          <li>Set your business name, your price and your payment account. Then your page can sell.</li>
        </>
      )}
    </ol>
  );
}
