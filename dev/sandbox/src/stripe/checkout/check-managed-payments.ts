import { StripeError } from '../errors.ts';
import type { Scope } from '../objects/types.ts';
import type { CreateSessionParams } from './session-params.ts';

const GENERAL_TAX_CODES = ['txcd_99999999', 'txcd_00000000'];

/**
 * Rejects sessions like an account with Managed Payments on by default, as on every account opened since July
 * 2026. The sandbox does not support sales under Managed Payments, so a session must switch it off.
 */
export function checkManagedPayments({ account, livemode }: Scope, params: CreateSessionParams): void {
  const enabled = params.managed_payments?.enabled;
  if (enabled === false) return;
  const mode = livemode ? '' : 'test/';
  const reason =
    enabled === undefined
      ? ', which is enabled by default on your account. If you want to disable'
      : '. To disable';
  params.line_items.forEach(({ price_data: price }, index) => {
    const taxCode = price?.product_data.tax_code;
    if (taxCode !== undefined && !GENERAL_TAX_CODES.includes(taxCode)) return;
    throw new StripeError(
      `Invalid line_items[${index}]: the product tax code is ${taxCode === undefined ? 'missing' : 'not eligible'}. ` +
        "Set the product's tax_code field to an eligible product tax code " +
        '(more details: https://docs.stripe.com/payments/managed-payments/eligibility#product-tax-code-requirements). ' +
        `Product tax code is required for Managed Payments${reason} Managed Payments on this session, you can pass ` +
        'managed_payments[enabled]=false. You can configure whether Managed Payments is enabled by default at ' +
        `https://dashboard.stripe.com/${account}/${mode}settings/managed-payments.`,
    );
  });
  throw new StripeError('The sandbox makes no sales under Managed Payments.', {
    param: 'managed_payments[enabled]',
  });
}
