import type { ReactNode } from 'react';
import { CheckoutDialog } from './checkout-dialog.tsx';
import { useResellerCheckout } from './use-reseller-checkout.ts';

interface Props {
  children: ReactNode;
  className?: string;
  busyLabel?: 'Creating Checkout' | 'Processing';
  returnTo?: '/success' | '/reseller-success';
  /** Whether the button is disabled during a checkout. The hero's button is not. */
  guarded?: boolean;
}

export function ResellerCheckoutButton({
  children,
  className,
  busyLabel = 'Creating Checkout',
  returnTo,
  guarded = true,
}: Props) {
  const { press, pressAgain, inProgress, notice, dismiss } = useResellerCheckout({ returnTo, guarded });
  const busy = guarded && inProgress;
  return (
    <>
      <button type="button" className={className} onClick={press} disabled={busy} aria-busy={busy}>
        {busy ? busyLabel : children}
      </button>
      {notice && <CheckoutDialog notice={notice} onClose={dismiss} onContinue={pressAgain} />}
    </>
  );
}
