import styles from './reseller-banner.module.css';
import { TenantLogo } from './tenant-logo.tsx';
import { useCurrentSlug } from './use-current-slug.ts';
import { useOpenedSlug } from './use-opened-slug.ts';
import { useTenantLook } from './use-tenant-look.ts';
import { useTenant } from './use-tenant.ts';

/** Names the reseller of this page. Renders nothing on the product's own pages. */
export function ResellerBanner() {
  const tenant = useTenant();
  const opened = useOpenedSlug();
  useCurrentSlug();
  useTenantLook();
  // Reserves the banner's space until the reseller is known, to avoid layout shifts.
  if (tenant === undefined && opened) return <div className={styles.banner} />;
  if (!tenant) return null;
  return (
    <aside className={styles.banner} aria-label="Offer">
      <span>Exclusive Offer brought to you by:</span>
      <TenantLogo src={tenant.logoUrl} className={styles.logo} />
      <strong className={styles.name}>{tenant.businessName}</strong>
    </aside>
  );
}
