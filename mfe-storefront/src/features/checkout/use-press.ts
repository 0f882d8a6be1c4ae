import { ApiError } from '@leadping/web-kit/api/api-error';
import { useAnalytics } from '@leadping/web-kit/shell';
import { useId } from 'react';
import {
  beginCheckout,
  dismissNotice,
  endCheckout,
  useCheckoutStore,
  type CheckoutNotice,
  type CheckoutTerms,
} from './checkout-store.ts';
import { failureText, noUrlText } from './failure-text.ts';
import { findKeptCode, useKeptCode } from './kept-code.ts';
import type { CheckoutReply } from './start-checkout.ts';

interface Purchase {
  page: 'main' | 'reseller';
  /** The price in major units, for analytics. */
  value: number;
  currency: string;
  /** Names product and seller. */
  sale: string;
  start(terms: CheckoutTerms): Promise<CheckoutReply>;
}

/** Two refusals are questions to the visitor. */
function noticeFor(error: Error, page: Purchase['page'], terms: CheckoutTerms): CheckoutNotice {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'DISCOUNT_CODE_INVALID') return { kind: 'invalid-code', text: error.message, terms };
  if (code === 'CONSENT_REQUIRED') return { kind: 'consent', terms };
  return { kind: 'failed', text: failureText(error, page) };
}

async function pay(url: string): Promise<void> {
  const { goToPayment } = await import(/* webpackChunkName: "checkout" */ './go-to-payment.ts');
  const begun = useCheckoutStore.getState();
  const left = await goToPayment(url);
  // A visitor who returned by the back button may have started another checkout.
  if (useCheckoutStore.getState() !== begun) return;
  endCheckout(left ? null : { kind: 'leave-frame', url });
}

/**
 * The state and handler of a checkout button. `press` tracks the event, requests a session and redirects to its
 * payment page, or leaves a notice with the reason why that failed. Only one checkout runs at a time, whichever
 * button started it.
 */
export function usePress({ page, value, currency, sale, start }: Purchase, { guarded = true } = {}) {
  const button = useId();
  const { trackEvent } = useAnalytics();
  const { inProgress, pressed, notice } = useCheckoutStore();
  const { remove } = useKeptCode(sale);

  const pressWith = async (terms: CheckoutTerms) => {
    if (guarded && useCheckoutStore.getState().inProgress) return;
    beginCheckout(button);
    trackEvent({ name: 'begin_checkout', category: 'ecommerce', label: 'hero_button', value, currency });
    try {
      const reply = await start(terms);
      if (reply.url) return await pay(reply.url);
      if (page === 'main') return endCheckout({ kind: 'failed', text: noUrlText(reply) });
      console.error('The checkout of reseller rights answered without an address', reply);
      return endCheckout();
    } catch (error) {
      return endCheckout(noticeFor(error as Error, page, terms));
    }
  };

  return {
    press: () => pressWith({ code: findKeptCode(sale) }),
    /** Starts it again with what the visitor has chosen in the notice. */
    pressAgain: (terms: CheckoutTerms) => {
      if (terms.code === undefined) remove();
      return pressWith(terms);
    },
    inProgress,
    isBusy: inProgress && pressed === button,
    notice: pressed === button ? notice : null,
    dismiss: dismissNotice,
  };
}
