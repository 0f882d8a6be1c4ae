import { Icon, ICONS } from '@leadping/web-kit/page/icon.tsx';
import { useEffect, useRef, useState } from 'react';
import { Link } from '@leadping/web-kit/router';
import { BuyButton } from '../checkout/buy-button.tsx';
import { Price } from '@leadping/web-kit/site/price.tsx';
import button from '@leadping/web-kit/page/button.module.css';
import layout from '@leadping/web-kit/page/layout.module.css';
import { SiteBrand } from '@leadping/web-kit/site/site-brand.tsx';
import { useIsTenantPage } from '@leadping/web-kit/site/use-tenant-page.ts';
import styles from './site-header.module.css';

export function SiteHeader() {
  const isTenantPage = useIsTenantPage();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  useEffect(() => {
    if (!open) return undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);
  return (
    <header className={styles.header}>
      <div className={`${layout.wrap} ${styles.inner}`}>
        <a href="#top" className={styles.brand} onClick={close}>
          <SiteBrand />
        </a>
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls="site-navigation"
          onClick={() => setOpen(!open)}
        >
          <Icon path={open ? ICONS.close : ICONS.menu} />
          <span>Menu</span>
        </button>
        <nav
          id="site-navigation"
          aria-label="Main"
          className={open ? `${styles.nav} ${styles.open}` : styles.nav}
        >
          <a href="#features" onClick={close}>
            Features
          </a>
          <a href="#integrations" onClick={close}>
            Integrations
          </a>
          <a href="#pricing" onClick={close}>
            Pricing
          </a>
          <Link to="/support">Support</Link>
          {!isTenantPage && (
            <>
              <Link to="/reseller-program">Resellers</Link>
              <Link to="/auth">Admin Login</Link>
            </>
          )}
        </nav>
        <div className={styles.buy}>
          <Price className={styles.price} />
          <BuyButton className={`${button.primary} ${button.small}`}>Buy once</BuyButton>
        </div>
      </div>
    </header>
  );
}
