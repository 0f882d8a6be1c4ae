import { useLocation } from '@leadping/web-kit/router';
import { useAnalytics } from '@leadping/web-kit/shell';
import { useEffect, useRef } from 'react';

/** What a browser does by itself between documents: a page view, and the start of the new page in sight and in focus. */
export function Navigation() {
  const { pathname, hash } = useLocation();
  const { trackPageView } = useAnalytics();
  const shown = useRef(pathname);

  useEffect(() => trackPageView(pathname), [pathname, trackPageView]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (hash) return;
    scrollTo({ top: 0, behavior: 'instant' });
    // Screen readers and the Tab key go on from the top of the new page.
    const root = document.getElementById('root');
    root?.setAttribute('tabindex', '-1');
    root?.focus({ preventScroll: true });
  }, [pathname, hash]);

  return null;
}
