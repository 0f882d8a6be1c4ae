import { TAX_TEXTS, type TaxMode } from '@leadping/contracts/commerce/seller-tax';
import { useSite } from './use-site.ts';
import { useTenant } from './use-tenant.ts';
import styles from './price.module.css';

/** How the seller of this page handles tax. Undefined until known. */
export function useTaxMode(): TaxMode | undefined {
  const tenant = useTenant();
  const site = useSite({ enabled: tenant === null });
  return tenant ? tenant.taxMode : tenant === null ? site?.taxMode : undefined;
}

/** “plus tax” or “including tax” beside a price. */
export function TaxNote() {
  const mode = useTaxMode();
  const note = mode && TAX_TEXTS[mode].note;
  if (!note) return null;
  // The space is part of the list's item, because the gateway removes the item of a seller without a note.
  return (
    <span data-list="taxNote">
      {' '}
      <span data-fill="text" className={styles.note}>
        {note}
      </span>
    </span>
  );
}
