import { useNavigationType } from '@leadping/web-kit/router';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a page with several screens at one path, which the shell takes for one page: another screen begins in sight and in
 * focus. Where somebody comes back to, the shell leads to the place that was left.
 * @returns for the heading of the screen
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
