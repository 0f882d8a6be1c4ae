import { TAX_MODES, TAX_TEXTS, type SellerTax } from '@leadping/contracts/commerce/seller-tax';
import { Badge } from '@leadping/web-kit/dashboard/badge.tsx';
import { Field } from '@leadping/web-kit/form/fields.tsx';
import { Checkbox, Radio } from '@leadping/web-kit/ui/form';

export const TAX_PANEL_TEXT =
  'What buyers pay beside the price. Saving tries it on your Stripe account with a payment page that is closed at once.';

/** Fields of a form by the names that replies use. */
export const TAX_ALIASES = {
  tax: 'mode',
  'tax.mode': 'mode',
  'tax.collectTaxIds': 'collectTaxIds',
  'tax.issueInvoices': 'issueInvoices',
} as const;

const MODES = TAX_MODES.map((mode) => ({ value: mode, label: TAX_TEXTS[mode].label }));

/** The fields of a form for tax. */
export function TaxFields({ values: { mode } }: { values: SellerTax }) {
  const { hint, note } = TAX_TEXTS[mode];
  const asksForTaxIds = mode === 'inclusive' || mode === 'exclusive';
  return (
    <>
      <Field
        name="mode"
        label="Tax"
        hint={note ? `${hint} Pages say “${note}” beside the price.` : hint}
        required={false}
      >
        <Radio.Group options={MODES} style={{ display: 'grid', gap: 8 }} />
      </Field>
      {asksForTaxIds && (
        <Field name="collectTaxIds" label="Tax numbers" valueName="checked" required={false}>
          <Checkbox>Businesses can enter their tax number</Checkbox>
        </Field>
      )}
      {mode !== 'managed' && (
        <Field
          name="issueInvoices"
          label="Invoices"
          valueName="checked"
          required={false}
          hint="Receipts link the invoice and its PDF. Stripe charges a fee for each."
        >
          <Checkbox>Stripe issues an invoice for each sale</Checkbox>
        </Field>
      )}
    </>
  );
}

export function TaxState({ tax: { mode } }: { tax: SellerTax }) {
  return <Badge tone={mode === 'none' ? 'neutral' : 'success'}>{TAX_TEXTS[mode].note ?? 'No tax'}</Badge>;
}
