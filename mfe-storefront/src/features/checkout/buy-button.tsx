import button from '@leadping/web-kit/page/button.module.css';
import { RingMark } from '@leadping/web-kit/page/ring-mark.tsx';
import type { MouseEvent, ReactNode } from 'react';
import { BUY_FORM_ID } from './buy-form.tsx';
import { CheckoutDialog } from './checkout-dialog.tsx';
import { useProductCheckout } from './use-product-checkout.ts';

interface Props {
  children: ReactNode;
  className?: string;
}

/**
 * Starts the checkout of the product. Without scripts it sends the page's `BuyForm`. While busy it keeps its size and
 * stays focusable, so that the layout and the keyboard focus do not move.
 */
export function BuyButton({ children, className = '' }: Props) {
  const { press, pressAgain, inProgress, isBusy, notice, dismiss } = useProductCheckout();
  const pressInstead = (event: MouseEvent) => {
    event.preventDefault();
    void press();
  };
  return (
    <>
      <button
        type="submit"
        form={BUY_FORM_ID}
        className={isBusy ? `${className} ${button.busy}` : className}
        onClick={pressInstead}
        aria-disabled={inProgress}
        aria-busy={isBusy}
      >
        <span>{children}</span>
        {isBusy && (
          <span className={button.progress}>
            <RingMark size={22} />
            <span>Opening checkout</span>
          </span>
        )}
      </button>
      {notice && <CheckoutDialog notice={notice} onClose={dismiss} onContinue={pressAgain} />}
    </>
  );
}
