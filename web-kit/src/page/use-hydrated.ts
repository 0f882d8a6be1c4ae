import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while React hydrates the prerendered part, which contains no server replies. True from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
