import { startTransition, useEffect, useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** Like `useHydrated`, for parts that must load before they hydrate. Until then the prerendered page stays. */
export function useAlive(): boolean {
  const [isAlive, setIsAlive] = useState(useHydrated());
  useEffect(() => startTransition(() => setIsAlive(true)), []);
  return isAlive;
}
