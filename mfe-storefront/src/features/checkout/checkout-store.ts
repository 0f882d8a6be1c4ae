import { create } from 'zustand';

/** The terms of a checkout besides its product. */
export interface CheckoutTerms {
  code?: string | undefined;
  /** The text that the visitor agreed to. */
  deliveryConsent?: string | undefined;
}

export type CheckoutNotice =
  | { kind: 'failed'; text: string }
  /** `terms` is what the refused attempt had. */
  | { kind: 'invalid-code'; text: string; terms: CheckoutTerms }
  | { kind: 'consent'; terms: CheckoutTerms }
  | { kind: 'leave-frame'; url: string };

interface CheckoutState {
  inProgress: boolean;
  /** The pressed button, which shows the result. */
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

// A page restored from the back/forward cache has no running checkout.
if (typeof window !== 'undefined')
  addEventListener('pageshow', ({ persisted }) => persisted && useCheckoutStore.setState(IDLE));
