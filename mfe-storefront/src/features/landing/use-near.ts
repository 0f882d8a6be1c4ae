import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has been within one screen of the viewport. Stays true from then on. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (near || !watched) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => setNear(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: '100%' },
    );
    watcher.observe(watched);
    return () => watcher.disconnect();
  }, [element, near]);
  return near;
}
