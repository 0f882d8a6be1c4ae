import type { SellerTax } from '@leadping/contracts/commerce/seller-tax';
import type Stripe from 'stripe';
import type { Sale } from '../payment-provider.ts';

/** Downloadable software for business use. */
const TAX_CODE = 'txcd_10202003';

/** The parameters of every payment session that sells a product for a price. */
export function sessionParams({ productName, money: { amountMinor, currency }, tax, discount }: Sale) {
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: amountMinor,
          // Always said, because an account's defaults could add tax to the price.
          tax_behavior: tax.mode === 'none' || tax.mode === 'inclusive' ? 'inclusive' : 'exclusive',
          product_data: { name: productName, tax_code: TAX_CODE },
        },
      },
    ],
    // Buyers type no codes on the payment page, because any code of the account would count there.
    ...(discount && { discounts: [discount] }),
    ...taxParams(tax),
  } satisfies Stripe.Checkout.SessionCreateParams;
}

/** Some accounts have Managed Payments or Stripe Tax on by default, so both are always switched. */
function taxParams({ mode, collectTaxIds, issueInvoices }: SellerTax): Stripe.Checkout.SessionCreateParams {
  // Stripe is the seller. It computes the tax, asks for names and tax numbers, and issues the invoice itself.
  if (mode === 'managed') return { managed_payments: { enabled: true } };
  return {
    managed_payments: { enabled: false },
    automatic_tax: { enabled: mode !== 'none' },
    ...(mode !== 'none' && collectTaxIds && { tax_id_collection: { enabled: true } }),
    // An invoice needs a customer.
    ...(issueInvoices === true && { invoice_creation: { enabled: true }, customer_creation: 'always' }),
    // Order notifications carry it; people who buy for themselves leave it empty.
    name_collection: { business: { enabled: true, optional: true } },
  };
}
