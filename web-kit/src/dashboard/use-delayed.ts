import { useEffect, useState } from 'react';

/** True once `isOn` has been true for a moment, so that fast content shows no skeleton. */
export function useDelayed(isOn: boolean, milliseconds = 200): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setIsLate(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isOn, milliseconds]);
  return isOn && isLate;
}
