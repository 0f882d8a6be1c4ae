import { BRAND } from '@leadping/contracts/brand';
import { RingMark } from '../page/ring-mark.tsx';
import styles from './site-brand.module.css';
import { TenantLogo } from './tenant-logo.tsx';
import { useIsTenantPage } from './use-tenant-page.ts';
import { useTenant } from './use-tenant.ts';

export function SiteBrand({ size }: { size?: number }) {
  const tenant = useTenant();
  if (useIsTenantPage()) {
    return (
      <>
        <TenantLogo src={tenant?.logoUrl ?? null} className={styles.logo} />
        <span className={styles.name}>{tenant?.businessName ?? ''}</span>
      </>
    );
  }
  return (
    <>
      <RingMark size={size} />
      <span>{BRAND.name}</span>
    </>
  );
}
