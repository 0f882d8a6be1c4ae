import { useNavigationType } from '@leadping/web-kit/router';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a page with several screens at one path, which the shell treats as one page. A new screen starts at its top
 * with the focus on its heading. On back navigation the shell restores the scroll position.
 * @returns the ref for the screen's heading
 */
export function useScreenStart(screen: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(screen);
  const isReturn = useNavigationType() === 'POP';
  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    if (!isReturn) scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [screen, isReturn]);
  return heading;
}
