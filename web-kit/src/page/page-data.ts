import { PAGE_DATA_ELEMENT_ID, type PageData } from '@leadping/contracts/gateway/page';
import { useSyncExternalStore } from 'react';

/** The replies with which the server rendered this page, by the keys of their reads. */
export const PAGE_DATA: PageData =
  typeof document === 'undefined'
    ? []
    : (JSON.parse(document.getElementById(PAGE_DATA_ELEMENT_ID)?.textContent || '[]') as PageData);

const never = () => () => undefined;

/**
 * The reply that a part of the page may show. During hydration it is the server's reply, afterwards the current
 * one. Otherwise a part that hydrates late would differ from its HTML.
 */
export function useReply<Reply>(key: readonly unknown[], live: Reply | undefined): Reply | undefined {
  return useSyncExternalStore(
    never,
    () => live,
    () => {
      // At build time this is the renderer's reply.
      if (typeof document === 'undefined') return live;
      const name = String(key);
      return PAGE_DATA.find(([known]) => String(known) === name)?.[1] as Reply | undefined;
    },
  );
}
