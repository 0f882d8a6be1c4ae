import { CODE_PARAMETER } from '@leadping/contracts/commerce/discount-code';
import { useLocation } from '@leadping/web-kit/router';
import { useEffect } from 'react';

/** The server refuses longer requests. No code has this length, so the rest tells nothing. */
const MAX_LENGTH = 200;

const storageKey = (sale: string) => `discount-code:${sale}`;

const readFrom = (search: string) =>
  new URLSearchParams(search).get(CODE_PARAMETER)?.trim().slice(0, MAX_LENGTH) || undefined;

/**
 * Keeps the code in the page's address for this tab, because visitors read other pages before they buy.
 * @param sale names product and seller, so that no other sale gets the code
 */
export function useKeptCode(sale: string): void {
  const code = readFrom(useLocation().search);
  useEffect(() => {
    if (code === undefined) return;
    try {
      sessionStorage.setItem(storageKey(sale), code);
    } catch {
      // Without storage the code is known while it is in the address.
    }
  }, [sale, code]);
}

export function findKeptCode(sale: string): string | undefined {
  const shown = readFrom(location.search);
  if (shown !== undefined) return shown;
  try {
    return sessionStorage.getItem(storageKey(sale)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function forgetCode(sale: string): void {
  try {
    sessionStorage.removeItem(storageKey(sale));
  } catch {
    // Nothing was kept.
  }
}
