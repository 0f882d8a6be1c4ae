import { useLocation, useNavigationType } from '@leadping/web-kit/router';
import { useAnalytics } from '@leadping/web-kit/shell';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** Scroll position of each page of this visit, by the key of its history entry. */
const places = new Map<string, number>();
/** Maximum time for a restored page to reach its previous height, in ms. */
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
 * Does the browser's work between documents: tracks a page view, scrolls to the top and moves the focus. On back
 * navigation it restores the scroll position.
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
      // A changed query may be another view of the page or another page of its list.
      const place = before.search === search ? undefined : places.get(key);
      if (isOtherPage) scrollBack(places.get(key) ?? 0);
      else if (place !== undefined) scrollBack(place);
      return;
    }
    if (!isOtherPage || hash) return;
    scrollTo({ top: 0, behavior: 'instant' });
    // Screen readers and the Tab key continue from the top of the new page.
    const root = document.getElementById('root');
    root?.setAttribute('tabindex', '-1');
    root?.focus({ preventScroll: true });
  }, [pathname, search, hash, key, isReturn]);

  return null;
}
