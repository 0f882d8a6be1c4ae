import { useEffect, useState } from 'react';
import { CAPTURED_FIELDS } from '../../copy/capture.ts';

const BETWEEN_FIELDS_MS = 130;

/**
 * A press that lets the data points go one by one. `landed` counts those that have arrived; where motion is unwelcome
 * they arrive together.
 */
export function usePing() {
  const [pressed, setPressed] = useState(false);
  const [landed, setLanded] = useState(0);

  useEffect(() => {
    if (!pressed || landed === CAPTURED_FIELDS.length) return;
    const timer = setTimeout(() => setLanded((count) => count + 1), BETWEEN_FIELDS_MS);
    return () => clearTimeout(timer);
  }, [pressed, landed]);

  function press() {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    setLanded(still ? CAPTURED_FIELDS.length : 0);
    setPressed(true);
  }

  return { pressed, landed, done: landed === CAPTURED_FIELDS.length, press };
}
