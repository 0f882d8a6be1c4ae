import { CODE_PARAMETER } from '@leadping/contracts/commerce/discount-code';
import { useLocation, useNavigate } from '@leadping/web-kit/router';
import { useEffect, useSyncExternalStore } from 'react';
import { findParentUrl, isEmbedded, onParentKnown } from './parent-page.ts';

/** The server refuses longer requests. No code has this length, so the rest tells nothing. */
const MAX_LENGTH = 200;

const listeners = new Set<() => void>();
/** Codes of the embedding page that the visitor removed, by sale. */
const removed = new Map<string, string>();

const storageKey = (sale: string) => `discount-code:${sale}`;

const readFrom = (search: string) =>
  new URLSearchParams(search).get(CODE_PARAMETER)?.trim().slice(0, MAX_LENGTH) || undefined;

/**
 * The code that a press sends: from the page's address, or kept for this tab, because visitors read other pages before
 * they buy, or from the address of the embedding page. `remove` forgets it. Undefined while the page is hydrated.
 * @param sale names product and seller, so that no other sale gets the code
 */
export function useKeptCode(sale: string): { code: string | undefined; remove: () => void } {
  const shown = readFrom(useLocation().search);
  const navigate = useNavigate();
  const code = useSyncExternalStore(
    subscribe,
    () => findKeptCode(sale),
    () => undefined,
  );
  useEffect(() => {
    if (shown === undefined) return;
    try {
      sessionStorage.setItem(storageKey(sale), shown);
    } catch {
      // Without storage the code is known while it is in the address.
    }
  }, [sale, shown]);
  const remove = () => {
    const parameters = new URLSearchParams(location.search);
    if (parameters.has(CODE_PARAMETER)) {
      parameters.delete(CODE_PARAMETER);
      void navigate({ search: `${parameters}`, hash: location.hash }, { replace: true });
    }
    forgetCode(sale);
  };
  return { code, remove };
}

export function findKeptCode(sale: string): string | undefined {
  const shown = readFrom(location.search);
  if (shown !== undefined) return shown;
  return readStored(sale) ?? findParentCode(sale);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const leave = onParentKnown(listener);
  return () => {
    listeners.delete(listener);
    leave();
  };
}

function readStored(sale: string): string | undefined {
  try {
    return sessionStorage.getItem(storageKey(sale)) ?? undefined;
  } catch {
    return undefined;
  }
}

function findParentCode(sale: string): string | undefined {
  const parent = isEmbedded() ? findParentUrl() : null;
  const code = parent === null ? undefined : readFrom(new URL(parent).search);
  return code === removed.get(sale) ? undefined : code;
}

function forgetCode(sale: string): void {
  const parents = findParentCode(sale);
  if (parents !== undefined) removed.set(sale, parents);
  try {
    sessionStorage.removeItem(storageKey(sale));
  } catch {
    // Nothing was kept.
  }
  for (const listener of listeners) listener();
}
