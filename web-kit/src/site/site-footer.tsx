import { BRAND } from '@leadping/contracts/brand';
import { sellerLine } from '@leadping/contracts/commerce/seller-details';
import { TOOL_GUIDES } from '@leadping/guides/lists/tools';
import layout from '../page/layout.module.css';
import { Link } from '@leadping/web-kit/router';
import { ThemeSwitch } from '@leadping/web-kit/ui/theme-switch';
import { SiteBrand } from './site-brand.tsx';
import styles from './site-footer.module.css';
import { TenantContacts } from './tenant-contacts.tsx';
import { useSeller } from './use-seller.ts';
import { useIsTenantPage } from './use-tenant-page.ts';

export function SiteFooter() {
  const isTenantPage = useIsTenantPage();
  const seller = useSeller();
  const line = seller && sellerLine(seller);
  return (
    <footer className={styles.footer}>
      <div className={`${layout.wrap} ${styles.inner}`}>
        <div className={styles.about}>
          <p className={styles.brand}>
            <SiteBrand size={24} />
          </p>
          {isTenantPage && <TenantContacts className={styles.contacts} />}
          <p>{isTenantPage ? `Powered by ${BRAND.name}` : 'One click. One lead. Right where you work.'}</p>
          {line && (
            <p data-list="sellerLine">
              Seller: <span data-fill="text">{line}</span>
            </p>
          )}
          <ThemeSwitch />
        </div>
        <nav aria-label="Product" className={styles.column}>
          <h2>Product</h2>
          <Link to="/integrations">All integrations</Link>
          <Link to="/docs/installation">Installation</Link>
          {!isTenantPage && (
            <>
              <Link to="/reseller-program">Reseller program</Link>
              <Link to="/auth">Reseller Login</Link>
              <Link to="/auth">Admin Login</Link>
            </>
          )}
        </nav>
        <nav aria-label="Guides" className={styles.column}>
          <h2>Guides</h2>
          {TOOL_GUIDES.map(({ title, slug }) => (
            <Link key={slug} to={`/docs/${slug}`}>
              {title}
            </Link>
          ))}
        </nav>
        <nav aria-label="Help and legal" className={styles.column}>
          <h2>Help</h2>
          <Link to="/support">Support &amp; Documentation</Link>
          <Link to="/privacy">Privacy policy</Link>
          <Link to="/terms-of-service">Terms of service</Link>
          <Link to="/legal-notice">Legal notice</Link>
          <Link to="/withdraw">Withdraw from contract here</Link>
          <Link to="/accessibility">Accessibility</Link>
          {!isTenantPage && (
            <>
              <Link to="/data-processing">Data processing</Link>
              <Link to="/sub-processors">Sub-processors</Link>
            </>
          )}
        </nav>
      </div>
      <p className={`${layout.wrap} ${styles.small}`}>
        {!isTenantPage && `${BRAND.name} is an independent product. `}LinkedIn, HubSpot, Salesforce and the
        other names on this page belong to their owners.
      </p>
    </footer>
  );
}
