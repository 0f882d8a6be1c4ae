import { create } from 'zustand';

/** What the visitor has to read before they can go on. */
export type CheckoutNotice = { kind: 'failed'; text: string } | { kind: 'leave-frame'; url: string };

interface CheckoutState {
  inProgress: boolean;
  /** The button that was pressed; it shows what came of it. */
  pressed: string | null;
  notice: CheckoutNotice | null;
}

const IDLE: CheckoutState = { inProgress: false, pressed: null, notice: null };

export const useCheckoutStore = create<CheckoutState>(() => IDLE);

export function beginCheckout(button: string): void {
  useCheckoutStore.setState({ inProgress: true, pressed: button, notice: null });
}

export function endCheckout(notice: CheckoutNotice | null = null): void {
  useCheckoutStore.setState({ inProgress: false, notice });
}

export function dismissNotice(): void {
  useCheckoutStore.setState({ notice: null });
}

// A page that comes back from the browser's memory, as by the back button, has no checkout under way.
if (typeof window !== 'undefined')
  addEventListener('pageshow', ({ persisted }) => persisted && useCheckoutStore.setState(IDLE));
