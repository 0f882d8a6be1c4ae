import { type RefObject, useCallback, useEffect, useState } from 'react';
import { CAPTURED_FIELDS } from '../../copy/capture.ts';

const BETWEEN_FIELDS_MS = 130;
const FIRST_PING_AFTER_MS = 1000;

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Plays a press that sends the data points one by one. `landed` counts the arrived ones. With reduced motion they
 * arrive together. The first press happens automatically, shortly after the stage becomes visible.
 */
export function usePing(stage: RefObject<Element | null>) {
  const [pressed, setPressed] = useState(false);
  const [landed, setLanded] = useState(0);

  useEffect(() => {
    if (!pressed || landed === CAPTURED_FIELDS.length) return;
    const timer = setTimeout(() => setLanded((count) => count + 1), BETWEEN_FIELDS_MS);
    return () => clearTimeout(timer);
  }, [pressed, landed]);

  const press = useCallback(() => {
    setLanded(isStill() ? CAPTURED_FIELDS.length : 0);
    setPressed(true);
  }, []);

  useEffect(() => {
    if (pressed || !stage.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting) timer = setTimeout(press, isStill() ? 0 : FIRST_PING_AFTER_MS);
      },
      { rootMargin: '0px 0px -30%' },
    );
    watcher.observe(stage.current);
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
    };
  }, [stage, pressed, press]);

  return { pressed, landed, done: landed === CAPTURED_FIELDS.length, press };
}
