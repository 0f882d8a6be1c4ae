import { startTransition, useEffect, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** As `useHydrated`, for what has to load before it comes to life: until then the page stays as it was sent. */
export function useAlive(): boolean {
  const [isAlive, setIsAlive] = useState(useHydrated());
  useEffect(() => startTransition(() => setIsAlive(true)), []);
  return isAlive;
}
