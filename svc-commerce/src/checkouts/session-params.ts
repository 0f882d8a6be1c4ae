import { BRAND } from '@leadping/contracts/brand';
import type { ProductType } from '@leadping/contracts/commerce/order-events';
import type { Money } from '@leadping/contracts/money';
import type Stripe from 'stripe';

const PRODUCT_NAMES: Record<ProductType, string> = {
  main_product: `${BRAND.name} lifetime license`,
  reseller_rights: `${BRAND.name} master resell rights`,
};

/** The parameters of every payment session that sells a product for a price. */
export function sessionParams(productType: ProductType, { amountMinor, currency }: Money) {
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: amountMinor,
          product_data: { name: PRODUCT_NAMES[productType] },
        },
      },
    ],
    // Some accounts have both on by default. They then refuse a product without a tax code or add tax to the price.
    managed_payments: { enabled: false },
    automatic_tax: { enabled: false },
    // Order notifications carry it; people who buy for themselves leave it empty.
    name_collection: { business: { enabled: true, optional: true } },
  } satisfies Stripe.Checkout.SessionCreateParams;
}
