import { PAGE_DATA_ELEMENT_ID, type PageData } from '@leadping/contracts/gateway/page';
import { useSyncExternalStore } from 'react';

/** What the server said when it wrote this page: the replies that its HTML shows, by the keys of their reads. */
export const PAGE_DATA: PageData =
  typeof document === 'undefined'
    ? []
    : (JSON.parse(document.getElementById(PAGE_DATA_ELEMENT_ID)?.textContent || '[]') as PageData);

const never = () => () => undefined;

/**
 * A reply as a part of the page may show it: while React hydrates what the server wrote, what the server wrote it with;
 * ever after, what is known now. A part that comes to life late would differ from its HTML otherwise.
 */
export function useReply<Reply>(key: readonly unknown[], live: Reply | undefined): Reply | undefined {
  return useSyncExternalStore(
    never,
    () => live,
    () => {
      // At build, the renderer's own.
      if (typeof document === 'undefined') return live;
      const name = String(key);
      return PAGE_DATA.find(([known]) => String(known) === name)?.[1] as Reply | undefined;
    },
  );
}
