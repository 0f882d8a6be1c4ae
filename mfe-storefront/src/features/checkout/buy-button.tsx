import type { ReactNode } from 'react';
import { CheckoutDialog } from './checkout-dialog.tsx';
import { useProductCheckout } from './use-product-checkout.ts';

interface Props {
  children: ReactNode;
  className?: string;
}

/** Starts the checkout of the product. It stays focusable while it works, so that the keyboard keeps its place. */
export function BuyButton({ children, className }: Props) {
  const { press, inProgress, notice, dismiss } = useProductCheckout();
  return (
    <>
      <button
        type="button"
        className={className}
        onClick={press}
        aria-disabled={inProgress}
        aria-busy={inProgress}
      >
        {children}
      </button>
      {notice && <CheckoutDialog notice={notice} onClose={dismiss} />}
    </>
  );
}
