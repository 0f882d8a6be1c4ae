import styles from './test-mode-notice.module.css';

/** A bar at the bottom of the window, so that it moves nothing when the mode becomes known. */
export function TestModeNotice({ children }: { children: string }) {
  return (
    <aside className={styles.bar} aria-label="Test mode">
      <strong>Test mode.</strong> {children}
    </aside>
  );
}
