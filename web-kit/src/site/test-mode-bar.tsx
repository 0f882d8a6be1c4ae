import styles from './test-mode-bar.module.css';
import { usePricing } from './use-pricing.ts';
import { useTenant } from './use-tenant.ts';

/** Tells visitors that the page's seller is in test mode. Renders nothing in live mode and until the mode is known. */
export function TestModeBar() {
  const tenant = useTenant();
  const pricing = usePricing();
  if (tenant === undefined) return null;
  if (!(tenant ? tenant.isTest : pricing?.isTest)) return null;
  return (
    <aside data-list="testMode" className={styles.bar} aria-label="Test mode">
      <strong>Test mode.</strong> Payments here are not real. A license bought now ends after 30 days.
    </aside>
  );
}
