import type { Charge } from '../objects/types.ts';

/** The payment method. A card responds immediately, a bank debit days later. */
export type PaymentMethod =
  { type: 'card'; brand: 'visa'; last4: string } | { type: 'sepa_debit'; last4: string };

export const TEST_CARD: PaymentMethod = { type: 'card', brand: 'visa', last4: '4242' };
export const TEST_DEBIT: PaymentMethod = { type: 'sepa_debit', last4: '3000' };

export function describePaymentMethod(
  method: PaymentMethod,
  amount: number,
): NonNullable<Charge['payment_method_details']> {
  if (method.type === 'sepa_debit')
    return {
      type: 'sepa_debit',
      sepa_debit: {
        bank_code: '37040044',
        branch_code: null,
        country: 'DE',
        fingerprint: 'SandboxDebit0001',
        last4: method.last4,
        mandate: null,
      },
    };
  return {
    type: 'card',
    card: {
      amount_authorized: amount,
      authorization_code: '123456',
      brand: method.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      electronic_commerce_indicator: null,
      exp_month: 12,
      exp_year: 2034,
      extended_authorization: { status: 'disabled' },
      fingerprint: `SandboxCard${method.last4}`,
      funding: 'credit',
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: method.last4,
      mandate: null,
      multicapture: { status: 'unavailable' },
      network: method.brand,
      network_token: { used: false },
      network_transaction_id: '104557651805572',
      overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  };
}
