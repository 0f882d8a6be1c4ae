import type { ReactNode } from 'react';
import { CheckoutDialog } from './checkout-dialog.tsx';
import { useResellerCheckout } from './use-reseller-checkout.ts';

interface Props {
  children: ReactNode;
  className?: string;
  /** What the button reads while a checkout is under way. */
  busyLabel?: 'Creating Checkout' | 'Processing';
  returnTo?: '/success' | '/reseller-success';
  /** Whether the button is disabled while a checkout is under way; the hero's is not. */
  guarded?: boolean;
}

/** Starts the checkout of reseller rights. */
export function ResellerCheckoutButton({
  children,
  className,
  busyLabel = 'Creating Checkout',
  returnTo,
  guarded = true,
}: Props) {
  const { press, inProgress, notice, dismiss } = useResellerCheckout({ returnTo, guarded });
  const busy = guarded && inProgress;
  return (
    <>
      <button type="button" className={className} onClick={press} disabled={busy} aria-busy={busy}>
        {busy ? busyLabel : children}
      </button>
      {notice && <CheckoutDialog notice={notice} onClose={dismiss} />}
    </>
  );
}
