import type Stripe from 'stripe';
import type { Sale } from '../payment-provider.ts';

/** The parameters of every payment session that sells a product for a price. */
export function sessionParams({ productName, money: { amountMinor, currency } }: Sale) {
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: amountMinor,
          product_data: { name: productName },
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
