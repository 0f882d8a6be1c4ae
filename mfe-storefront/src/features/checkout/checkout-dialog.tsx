import { Link } from '@leadping/web-kit/router';
import { useEffect, useRef } from 'react';
import type { CheckoutNotice, CheckoutTerms } from './checkout-store.ts';
import { ConsentForm } from './consent-form.tsx';
import styles from './checkout-dialog.module.css';

interface CheckoutDialogProps {
  notice: CheckoutNotice;
  onClose(): void;
  /** Starts the checkout again with other terms. */
  onContinue(terms: CheckoutTerms): void;
}

/**
 * The page's own alert, because browsers block `alert` and `confirm` in cross-origin frames, where checkouts need
 * them most.
 */
export function CheckoutDialog({ notice, onClose, onContinue }: CheckoutDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.dialog} onClose={onClose} role="alertdialog" aria-label="Checkout">
      {notice.kind === 'invalid-code' ? (
        <>
          <p role="alert">{notice.text}</p>
          <p className={styles.quiet}>You can buy without it at the full price.</p>
          <div className={styles.actions}>
            <button
              type="button"
              className={styles.primary}
              onClick={() => {
                dialog.current?.close();
                onContinue({ ...notice.terms, code: undefined });
              }}
            >
              Buy at the full price
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
          </div>
        </>
      ) : notice.kind === 'consent' ? (
        <ConsentForm
          onAgree={(deliveryConsent) => {
            dialog.current?.close();
            onContinue({ ...notice.terms, deliveryConsent });
          }}
          onCancel={() => dialog.current?.close()}
        />
      ) : notice.kind === 'failed' ? (
        <>
          <p role="alert">{notice.text}</p>
          <p className={styles.quiet}>You have not been charged.</p>
          <div className={styles.actions}>
            <button type="button" className={styles.primary} onClick={() => dialog.current?.close()}>
              OK
            </button>
            <Link to="/support">Support page</Link>
          </div>
        </>
      ) : (
        <>
          <p>Your browser did not let this page open the payment page. Continue there?</p>
          <div className={styles.actions}>
            <a
              className={styles.primary}
              href={notice.url}
              target="_blank"
              rel="noopener"
              onClick={() => dialog.current?.close()}
            >
              Continue to payment
            </a>
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
          </div>
        </>
      )}
    </dialog>
  );
}
