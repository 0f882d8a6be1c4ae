import { useLocation, useNavigationType } from '@leadping/web-kit/router';
import { useAnalytics } from '@leadping/web-kit/shell';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** How far each page of this visit was read, by the key of its entry in the history. */
const places = new Map<string, number>();
/** How long a page that comes back may take to be as high as it was. */
const TIMEOUT_MS = 2000;

function scrollBack(top: number): void {
  const end = performance.now() + TIMEOUT_MS;
  const step = () => {
    scrollTo({ top, behavior: 'instant' });
    if (scrollY < top - 2 && performance.now() < end) requestAnimationFrame(step);
  };
  step();
}

/**
 * What a browser does by itself between documents: a page view, and the start of the new page in sight and in focus; of
 * one that is gone back to, the place where it was left.
 */
export function Navigation() {
  const { pathname, search, hash, key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const { trackPageView } = useAnalytics();
  const shown = useRef({ pathname, search });

  useEffect(() => trackPageView(pathname), [pathname, trackPageView]);

  useLayoutEffect(() => {
    const save = () => places.set(key, scrollY);
    addEventListener('scroll', save, { passive: true });
    return () => removeEventListener('scroll', save);
  }, [key]);

  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, search };
    const isOtherPage = before.pathname !== pathname;
    if (isReturn) {
      // Another search can be another screen of the page, or another page of its list.
      const place = before.search === search ? undefined : places.get(key);
      if (isOtherPage) scrollBack(places.get(key) ?? 0);
      else if (place !== undefined) scrollBack(place);
      return;
    }
    if (!isOtherPage || hash) return;
    scrollTo({ top: 0, behavior: 'instant' });
    // Screen readers and the Tab key go on from the top of the new page.
    const root = document.getElementById('root');
    root?.setAttribute('tabindex', '-1');
    root?.focus({ preventScroll: true });
  }, [pathname, search, hash, key, isReturn]);

  return null;
}
