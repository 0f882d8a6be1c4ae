import { useResellerFee } from '../pricing/offer.ts';
import { startRightsCheckout } from './start-checkout.ts';
import { usePress } from './use-press.ts';

interface Options {
  returnTo?: '/success' | '/reseller-success';
  /** Whether presses are ignored while a checkout is under way; the hero's are not (specification §4). */
  guarded?: boolean;
}

/** Buys reseller rights. */
export function useResellerCheckout({ returnTo = '/reseller-success', guarded }: Options = {}) {
  const fee = useResellerFee();
  return usePress(
    { page: 'reseller', value: fee, currency: 'USD', start: () => startRightsCheckout(returnTo) },
    { guarded },
  );
}
