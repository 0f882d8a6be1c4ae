import type { CurrentReseller } from '@leadping/contracts/commerce/reseller-routes';
import action from '@leadping/web-kit/dashboard/action.module.css';
import { Link } from '@leadping/web-kit/router';
import { needsSetup } from '../wizard/setup-state.ts';
import styles from './setup-banner.module.css';

interface SetupBannerProps {
  reseller: CurrentReseller;
  onContinue: () => void;
}

/** Why the page sells nothing, and the way on. */
export function SetupBanner({ reseller, onContinue }: SetupBannerProps) {
  if (!reseller.isActive) {
    return (
      <aside className={styles.banner} aria-label="Account status">
        <p>
          <b>Your account is inactive.</b> Your page takes no new orders; licenses that you sold keep working.
        </p>
        <Link to="/support" className={action.secondary}>
          Contact support
        </Link>
      </aside>
    );
  }
  if (!needsSetup(reseller)) return null;
  return (
    <aside className={styles.banner} aria-label="Account setup">
      <p>
        <b>Your page can't take payments yet.</b> Finish the setup to make your first sale.
      </p>
      <button type="button" className={action.primary} onClick={onContinue}>
        Continue setup
      </button>
    </aside>
  );
}
