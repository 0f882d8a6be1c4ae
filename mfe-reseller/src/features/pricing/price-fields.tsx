import { CURRENCIES, CURRENCY_FACTS, type CurrencyCode } from '@leadping/contracts/currency';
import { Select } from '@leadping/web-kit/dashboard/select.tsx';
import { Field } from '@leadping/web-kit/form/fields.tsx';
import { Input } from '@leadping/web-kit/ui/form';
import styles from './price-fields.module.css';

/** A price in the major unit of its currency; a currency without minor units takes whole amounts. */
export function PriceFields({ currency }: { currency: CurrencyCode }) {
  const { decimals } = CURRENCY_FACTS[currency];
  return (
    <div className={styles.pair}>
      <Field
        name="productPrice"
        label="Price"
        hint={decimals === 0 ? 'Whole amounts: this currency has no cents.' : 'What a buyer pays, once.'}
      >
        <Input type="number" inputMode="decimal" min={1} step={decimals === 0 ? 1 : 0.01} />
      </Field>
      <Field name="currency" label="Currency">
        <Select>
          {CURRENCIES.map((code) => (
            <option key={code} value={code}>
              {code}: {CURRENCY_FACTS[code].name}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
