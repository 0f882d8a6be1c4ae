import { Link, Navigate, useLocation } from '@leadping/web-kit/router';
import button from '@leadping/web-kit/page/button.module.css';
import layout from '@leadping/web-kit/page/layout.module.css';
import { PlainHeader } from '@leadping/web-kit/site/plain-header.tsx';
import { SiteFooter } from '@leadping/web-kit/site/site-footer.tsx';
import { useOpenedSlug } from '@leadping/web-kit/site/use-opened-slug.ts';
import { useStoreUrl } from '../store/use-store-url.ts';
import { PaymentRings } from './payment-rings.tsx';
import { PaymentSteps } from './payment-steps.tsx';
import { textOf } from './payment-texts.ts';
import { PurchaseSummary } from './purchase-summary.tsx';
import { type Payment, usePayment } from './use-payment.ts';
import { usePurchaseTracking } from './use-purchase-tracking.ts';
import styles from './payment-page.module.css';

const NOT_PAID: ReadonlySet<Payment['state']> = new Set(['failed', 'not-completed', 'open', 'expired']);

function Actions({ payment, checkAgain }: { payment: Payment; checkAgain(): void }) {
  const { state, product } = payment;
  const seller = useOpenedSlug();
  if (state === 'unreachable') {
    return (
      <button type="button" className={button.primary} onClick={checkAgain}>
        Check again
      </button>
    );
  }
  if (NOT_PAID.has(state)) {
    const offer = `${seller ? `/r/${seller}` : '/'}#pricing`;
    return (
      <a className={button.primary} href={product === 'main' ? offer : '/reseller-program'}>
        Back to the offer
      </a>
    );
  }
  if (state === 'paid') {
    return product === 'main' ? (
      <AddToChrome />
    ) : (
      <Link className={button.primary} to="/auth">
        Sign in
      </Link>
    );
  }
  return null;
}

function AddToChrome() {
  const storeUrl = useStoreUrl();
  return storeUrl ? (
    <a className={button.primary} href={storeUrl} target="_blank" rel="noopener">
      Add to Chrome
    </a>
  ) : (
    <Link className={button.primary} to="/docs/installation">
      Install the extension
    </Link>
  );
}

/** The page to which the payment provider returns buyers. A reseller's buyers see it as the reseller's page. */
export default function PaymentPage() {
  const payment = usePayment();
  const { title, body } = textOf(payment);
  const { pathname, search } = useLocation();
  usePurchaseTracking(payment);
  const ofSeller = 'offerPath' in payment && payment.offerPath && `${payment.offerPath}/success`;
  if (ofSeller && ofSeller !== pathname) return <Navigate to={ofSeller + search} replace />;
  return (
    <div className={layout.page}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <PlainHeader sells={false} />
      <main id="content" className={styles.main} data-state={payment.state}>
        <PaymentRings state={payment.state} />
        <div aria-live="polite" className={styles.words}>
          <h1>{title}</h1>
          <p>{body}</p>
        </div>
        {payment.state === 'paid' && <PaymentSteps product={payment.product} />}
        <p className={styles.actions}>
          <Actions payment={payment} checkAgain={payment.checkAgain} />
          <Link to="/support">Support</Link>
        </p>
        {'purchase' in payment && <PurchaseSummary payment={payment} />}
      </main>
      <SiteFooter />
    </div>
  );
}
