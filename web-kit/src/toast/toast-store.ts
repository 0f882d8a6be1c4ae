import type { ToastInput } from '@leadping/contracts/remote';
import { createStore } from 'zustand/vanilla';

/** How long a toast is shown, and how long a dismissed one is kept, in ms (specification §9). */
export const TOAST_DURATION = 5000;
export const TOAST_REMOVE_DELAY = 1_000_000;

export interface Toast extends ToastInput {
  id: number;
  open: boolean;
}

interface ToastState {
  /** The newest toast, shown while it is open. A new toast replaces it. */
  current: Toast | null;
}

export const toastStore = createStore<ToastState>(() => ({ current: null }));

let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** Closes a toast if it is still current, and removes it after the delay. */
export function dismissToast(id: number): void {
  const { current } = toastStore.getState();
  if (current?.id !== id || !current.open) return;
  toastStore.setState({ current: { ...current, open: false } });
  removal = setTimeout(() => toastStore.setState({ current: null }), TOAST_REMOVE_DELAY);
}

export function showToast(input: ToastInput): { dismiss(): void } {
  clearTimeout(removal);
  lastId += 1;
  const id = lastId;
  toastStore.setState({ current: { ...input, id, open: true } });
  return { dismiss: () => dismissToast(id) };
}
