import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the part is alive: false while React hydrates what was rendered in advance, which knew no reply of the
 * server, and true ever after.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
