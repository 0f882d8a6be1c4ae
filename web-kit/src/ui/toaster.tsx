import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import { useStore } from 'zustand';
import { dismissToast, TOAST_DURATION, toastStore } from '../toast/toast-store.ts';
import styles from './toaster.module.css';

/** The notification region. F8 focuses it, and a swipe of 50 px to the right dismisses a toast. */
export function Toaster() {
  const toast = useStore(toastStore, (state) => state.current);
  return (
    <Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={50} label="Notification">
      {toast && (
        <Root
          key={toast.id}
          open={toast.open}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
          duration={toast.duration ?? TOAST_DURATION}
          type={toast.tone === 'destructive' ? 'foreground' : 'background'}
          className={styles.toast}
          data-tone={toast.tone ?? 'neutral'}
        >
          <Title className={styles.title}>{toast.title}</Title>
          {toast.description && <Description className={styles.description}>{toast.description}</Description>}
          <Close className={styles.close} aria-label="Close">
            <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
              <path d="M4 4l8 8M12 4l-8 8" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
            </svg>
          </Close>
        </Root>
      )}
      <Viewport hotkey={['F8']} className={styles.viewport} />
    </Provider>
  );
}
