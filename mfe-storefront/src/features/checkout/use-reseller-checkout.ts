import { useResellerFee } from '@leadping/web-kit/site/offer.ts';
import { usePress } from './use-press.ts';

/** The name of the sale of reseller rights. */
export const RIGHTS_SALE = 'rights';

interface Options {
  returnTo?: '/success' | '/reseller-success';
  /** Whether presses are ignored during a checkout. The hero's are not (specification §4). */
  guarded?: boolean;
}

export function useResellerCheckout({ returnTo = '/reseller-success', guarded }: Options = {}) {
  const fee = useResellerFee();
  return usePress(
    {
      page: 'reseller',
      value: fee,
      currency: 'USD',
      sale: RIGHTS_SALE,
      start: async ({ code }) => {
        const { startRightsCheckout } = await import(
          /* webpackChunkName: "checkout" */ './start-checkout.ts'
        );
        return startRightsCheckout(returnTo, code);
      },
    },
    { guarded },
  );
}
