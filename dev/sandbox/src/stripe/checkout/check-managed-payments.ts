import type { AccountProfile } from '../accounts/profile.ts';
import { StripeError } from '../errors.ts';
import type { Scope } from '../objects/types.ts';
import type { CreateSessionParams } from './session-params.ts';

/**
 * Codes of software and other digital products that Managed Payments takes
 * (https://docs.stripe.com/payments/managed-payments/eligibility).
 */
const ELIGIBLE = [
  'txcd_10000000',
  'txcd_10103000',
  'txcd_10103001',
  'txcd_10103100',
  'txcd_10103101',
  'txcd_10202000',
  'txcd_10202001',
  'txcd_10202003',
  'txcd_10504003',
  'txcd_37071001',
];

const AVOID = 'pass managed_payments[enabled]=false';

/**
 * Whether Stripe is the seller of the session.
 * @throws StripeError like an account with Managed Payments, which is on by default since July 2026
 */
export function checkManagedPayments(
  scope: Scope,
  { managedPayments }: AccountProfile,
  params: CreateSessionParams,
): boolean {
  const wanted = params.managed_payments?.enabled;
  if (!(wanted ?? managedPayments === 'on')) return false;
  // The text is not Stripe's, because no report of it was found.
  if (managedPayments === 'not_approved')
    throw new StripeError(
      'Managed Payments is not available for your account. Apply for it at https://dashboard.stripe.com/settings/managed-payments.',
      { param: 'managed_payments[enabled]' },
    );
  const isByDefault = wanted === undefined;
  checkTaxCodes(scope, params, isByDefault);
  if (params.automatic_tax?.enabled === false)
    throw new StripeError(
      'automatic_tax[enabled] must be true when Managed Payments is enabled. Omit this parameter or set it to true.',
      { param: 'automatic_tax[enabled]' },
    );
  const conflict = findConflict(params);
  if (conflict !== undefined)
    throw new StripeError(
      `${conflict} cannot be used with Managed Payments${isByDefault ? ', which is enabled by default on your account' : ''}. ` +
        `Remove ${conflict}, or ${AVOID} to disable it for this request.`,
      { param: conflict },
    );
  return true;
}

function checkTaxCodes(
  { account, livemode }: Scope,
  params: CreateSessionParams,
  isByDefault: boolean,
): void {
  const mode = livemode ? '' : 'test/';
  const reason = isByDefault
    ? ', which is enabled by default on your account. If you want to disable'
    : '. To disable';
  params.line_items.forEach(({ price_data: price }, index) => {
    const taxCode = price?.product_data.tax_code;
    if (taxCode !== undefined && ELIGIBLE.includes(taxCode)) return;
    throw new StripeError(
      `Invalid line_items[${index}]: the product tax code is ${taxCode === undefined ? 'missing' : 'not eligible'}. ` +
        "Set the product's tax_code field to an eligible product tax code " +
        '(more details: https://docs.stripe.com/payments/managed-payments/eligibility#product-tax-code-requirements). ' +
        `Product tax code is required for Managed Payments${reason} Managed Payments on this session, you can ${AVOID}. ` +
        'You can configure whether Managed Payments is enabled by default at ' +
        `https://dashboard.stripe.com/${account}/${mode}settings/managed-payments.`,
    );
  });
}

/** The first parameter that Managed Payments does not allow. */
function findConflict(params: CreateSessionParams): string | undefined {
  const { customer_update: update, payment_intent_data: intent } = params;
  const given: Readonly<Record<string, unknown>> = {
    allowed_payment_method_types: params.allowed_payment_method_types,
    'customer_update[address]': update?.address,
    'customer_update[name]': update?.name,
    invoice_creation: params.invoice_creation,
    'payment_intent_data[receipt_email]': intent?.receipt_email,
    'payment_intent_data[setup_future_usage]': intent?.setup_future_usage,
    'payment_intent_data[statement_descriptor]': intent?.statement_descriptor,
    'payment_intent_data[statement_descriptor_suffix]': intent?.statement_descriptor_suffix,
    tax_id_collection: params.tax_id_collection,
    custom_text: params.custom_text,
    adaptive_pricing: params.adaptive_pricing,
  };
  return Object.keys(given).find((name) => given[name] !== undefined);
}
